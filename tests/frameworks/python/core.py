"""The store that the servers in Python share."""

import hmac
import json
import os
import re
import threading

STATUSES = ("available", "pending", "sold")


class StoreError(Exception):
    """A request that is refused, with the status and the Error body that say why."""

    def __init__(self, status, code, message):
        super().__init__(message)
        self.status = status
        self.body = {"code": code, "message": message, "status": status}


def require_key(header):
    match = re.fullmatch(r"Bearer +(.+)", header or "", re.IGNORECASE)
    given = match[1] if match else ""
    if not hmac.compare_digest(given.encode(), os.environ["API_KEY"].encode()):
        raise StoreError(401, "unauthorized", "The API key is missing or not valid.")


def require_json(content_type):
    if not content_type:
        raise StoreError(400, "no_content_type", "The Content-Type header is missing.")
    if content_type.split(";")[0].strip().lower() != "application/json":
        raise StoreError(415, "unsupported_media_type", "The body must be application/json.")


def read_json(body):
    """Reads a body; Python's own reader takes NaN, too."""

    def refuse(constant):
        raise ValueError(f"{constant} is no JSON")

    try:
        return json.loads(body.decode("utf-8"), parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise StoreError(400, "invalid_json", f"The body is no JSON: {error}") from error


def read_limit(text):
    if text is None:
        return 20
    if not re.fullmatch("[0-9]{1,3}", text) or not 1 <= int(text) <= 100:
        raise StoreError(400, "invalid_limit", "limit must be an integer from 1 to 100.")
    return int(text)


def read_status(text):
    if text is not None and text not in STATUSES:
        raise StoreError(400, "invalid_status", f"status must be one of {', '.join(STATUSES)}.")
    return text


def read_id(text):
    if not re.fullmatch("-?[0-9]{1,19}", text):
        raise StoreError(404, "not_found", "There is no such animal.")
    return int(text)


class Store:
    """Animals in memory, for several threads."""

    def __init__(self):
        self.pets = {}
        self.lock = threading.Lock()

    def list(self, limit, status):
        with self.lock:
            found = [pet for pet in self.pets.values() if status in (None, pet["status"])]
        return found[:limit]

    def add(self, body):
        new_pet = read_new_pet(body)
        with self.lock:
            pet = {"id": len(self.pets) + 1, **new_pet}
            self.pets[pet["id"]] = pet
        return pet

    def get(self, pet_id):
        with self.lock:
            pet = self.pets.get(pet_id)
        if pet is None:
            raise StoreError(404, "not_found", "There is no such animal.")
        return pet


def read_new_pet(body):
    if not isinstance(body, dict):
        raise StoreError(400, "invalid_body", "The body must be an object.")
    name, category, status = body.get("name"), body.get("categoryId"), body.get("status", "available")
    if not isinstance(name, str):
        raise StoreError(400, "invalid_body", "name must be a string.")
    # True and False are integers to Python.
    if type(category) is not int or not -(2**63) <= category < 2**63:
        raise StoreError(400, "invalid_body", "categoryId must be an integer of 64 bits.")
    if status not in STATUSES:
        raise StoreError(400, "invalid_body", "status is none that an animal can have.")
    return {"name": name, "categoryId": category, "status": status}
