"""An Animal Store on Flask, served by the server that comes with it."""

from core import Store, StoreError, read_json, read_limit, read_status, require_json, require_key
from flask import Flask, jsonify, request
from werkzeug.exceptions import HTTPException

app = Flask(__name__)
store = Store()


@app.before_request
def check_key():
    require_key(request.headers.get("Authorization"))


@app.get("/v1/pets")
def list_pets():
    return jsonify(store.list(read_limit(request.args.get("limit")), read_status(request.args.get("status"))))


@app.post("/v1/pets")
def create_pet():
    require_json(request.headers.get("Content-Type"))
    pet = store.add(read_json(request.get_data()))
    return jsonify(pet), 201, {"Location": f"/v1/pets/{pet['id']}"}


@app.get("/v1/pets/<int(signed=True):pet_id>")
def get_pet(pet_id):
    return jsonify(store.get(pet_id))


@app.errorhandler(StoreError)
def refuse(error):
    headers = {"WWW-Authenticate": "Bearer"} if error.status == 401 else {}
    return jsonify(error.body), error.status, headers


@app.errorhandler(HTTPException)
def fail(error):
    return jsonify(code=error.name, message=error.description, status=error.code), error.code


app.run(port=0)
