"""An Animal Store on Python's http.server, which speaks HTTP/1.0 and closes each connection."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

from core import Store, StoreError, read_id, read_json, read_limit, read_status, require_json, require_key

store = Store()


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(self.find)

    def do_POST(self):
        self.answer(self.create)

    def answer(self, operation):
        try:
            require_key(self.headers["Authorization"])
            status, value = operation(urlsplit(self.path))
        except StoreError as error:
            status, value = error.status, error.body
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        if status == 401:
            self.send_header("WWW-Authenticate", "Bearer")
        self.end_headers()
        self.wfile.write(content)

    def find(self, url):
        if url.path == "/v1/pets":
            query = {name: texts[0] for name, texts in parse_qs(url.query, keep_blank_values=True).items()}
            return 200, store.list(read_limit(query.get("limit")), read_status(query.get("status")))
        if url.path.startswith("/v1/pets/"):
            return 200, store.get(read_id(unquote(url.path[len("/v1/pets/") :])))
        raise StoreError(404, "not_found", "There is nothing here.")

    def create(self, url):
        if url.path != "/v1/pets":
            raise StoreError(404, "not_found", "There is nothing here.")
        require_json(self.headers["Content-Type"])
        return 201, store.add(read_json(self.read_body()))

    def read_body(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        return body

    def log_message(self, *args):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}")
server.serve_forever()
