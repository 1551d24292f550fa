"""An honest server for openapi.json, with nothing but Python's standard library, in the manner of FastAPI: it converts the
texts of queries, ignores members that it does not know, and refuses with 422 and a list of what is wrong."""

import json
import os
import re
import sys
import threading
import time
import traceback
import uuid
from datetime import datetime, timezone
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

sys.dont_write_bytecode = True
from validation import checked, converted

API = json.loads(Path(__file__).with_name("openapi.json").read_bytes())
SCHEMAS = API["components"]["schemas"]
KEY = os.environ.get("KEY", "recipes-key")
LARGEST_BODY = 1_000_000
# Seconds until a photo that was accepted is there.
DELAY = float(os.environ.get("DELAY", "0.2"))
recipes, photos, deleted = {}, {}, set()
lock = threading.Lock()


class Refusal(Exception):
    def __init__(self, status, detail, headers=None):
        self.status, self.detail, self.headers = status, detail, headers or {}


def now():
    return datetime.now(timezone.utc).isoformat().replace("+00:00", "Z")


def no_constant(name):
    raise ValueError(f"{name} is no JSON")


def find(recipe_id):
    if recipe_id in deleted:
        raise Refusal(410, "Recipe was deleted")
    if recipe_id not in recipes:
        raise Refusal(404, "Recipe not found")
    return recipes[recipe_id]


def ready(recipe_id):
    find(recipe_id)
    return {photo["id"]: photo for at, photo in photos[recipe_id] if at <= time.monotonic()}


def list_recipes(query, _body):
    vegan, tags = query.get("vegan"), set(query.get("tag", []))
    left = [each for key, each in recipes.items() if key not in deleted and tags <= set(each.get("tags", []))]
    left = [each for each in left if vegan is None or each["vegan"] == vegan]
    skip = query.get("skip", 0)
    return 200, left[skip : skip + query.get("limit", 20)]


def create_recipe(_query, body):
    recipe = {"vegan": False, **body, "id": uuid.uuid4().hex, "created_at": now()}
    recipes[recipe["id"]], photos[recipe["id"]] = recipe, []
    return 201, recipe


def read_recipe(_query, _body, recipe_id):
    return 200, find(recipe_id)


def change_recipe(_query, body, recipe_id):
    recipes[recipe_id] = {**find(recipe_id), **body}
    return 200, recipes[recipe_id]


def delete_recipe(_query, _body, recipe_id):
    find(recipe_id)
    deleted.add(recipe_id)
    return 200, {"id": recipe_id, "deleted_at": now()}


def list_photos(_query, _body, recipe_id):
    return 200, list(ready(recipe_id).values())


def add_photo(_query, body, recipe_id):
    find(recipe_id)
    photo = {"id": uuid.uuid4().hex, **body}
    photos[recipe_id].append((time.monotonic() + DELAY, photo))
    return 202, {"id": photo["id"], "status": "queued"}, {"Location": f"/recipes/{recipe_id}/photos/{photo['id']}"}


def read_photo(_query, _body, recipe_id, photo_id):
    if photo_id not in (shown := ready(recipe_id)):
        raise Refusal(404, "Photo not found")
    return 200, shown[photo_id]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def respond(self):
        headers = {}
        try:
            status, value, *more = self.answer(self.read_body())
            headers = more[0] if more else {}
        except Refusal as refusal:
            status, value, headers = refusal.status, {"detail": refusal.detail}, refusal.headers
        except Exception:
            traceback.print_exc()
            status, value = 500, {"detail": "Internal Server Error"}
        data = json.dumps(value, allow_nan=False).encode()
        self.send_response(status)
        for name, text in {"Content-Type": "application/json", "Content-Length": len(data), **headers}.items():
            self.send_header(name, str(text))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = respond

    def read_body(self):
        length = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers or not re.fullmatch("[0-9]{1,9}", length):
            raise Refusal(411, "Length Required", {"Connection": "close"})
        if int(length) > LARGEST_BODY:
            raise Refusal(413, "Content Too Large", {"Connection": "close"})
        return self.rfile.read(int(length))

    def answer(self, body):
        address = urlsplit(self.path)
        given = parse_qs(address.query, keep_blank_values=True)
        if address.path == "/openapi.json":
            return 200, API
        method = "get" if self.command == "HEAD" else self.command.lower()
        for path, methods in API["paths"].items():
            found = re.fullmatch(re.sub(r"{\w+}", "([^/]+)", path), address.path)
            if found and method in methods:
                self.require_key(given)
                query, value = self.read_input(methods[method], given, body)
                with lock:
                    handle = globals()[methods[method]["operationId"]]
                    return handle(query, value, *map(unquote, found.groups()))
            if found:
                raise Refusal(405, "Method Not Allowed", {"Allow": ", ".join(methods).upper()})
        raise Refusal(404, "Not Found")

    def require_key(self, given):
        try:
            cookie = SimpleCookie(self.headers.get("Cookie", "")).get("api_key")
        except CookieError:
            cookie = None
        if KEY not in given.get("api_key", []) and (cookie is None or cookie.value != KEY):
            raise Refusal(401, "Not authenticated", {"WWW-Authenticate": "APIKey"})

    def read_input(self, operation, given, body):
        errors, query, value = [], {}, None
        for parameter in operation.get("parameters", []):
            name, schema = parameter["name"], parameter["schema"]
            if parameter["in"] == "query" and name in given:
                query[name] = checked(schema, converted(schema, given[name]), ["query", name], errors, SCHEMAS)
        if "requestBody" in operation:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            value = checked(schema, self.read_json(body), ["body"], errors, SCHEMAS)
        if errors:
            raise Refusal(422, errors)
        return query, value

    def read_json(self, body):
        if not body:
            raise Refusal(422, [{"loc": ["body"], "msg": "Field required", "type": "missing"}])
        if self.headers.get_content_type() != "application/json" and "Content-Type" in self.headers:
            return None
        try:
            return json.loads(body, parse_constant=no_constant)
        except (ValueError, RecursionError):
            raise Refusal(422, [{"loc": ["body"], "msg": "JSON decode error", "type": "json_invalid"}]) from None

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    # Connections that wait to be accepted; five are too few for clients in parallel.
    request_queue_size = 128


if __name__ == "__main__":
    server = Server(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
