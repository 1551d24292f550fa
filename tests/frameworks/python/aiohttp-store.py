"""An Animal Store on aiohttp."""

import socket

from aiohttp import web
from core import Store, StoreError, read_id, read_json, read_limit, read_status, require_json, require_key

routes = web.RouteTableDef()
store = Store()


@web.middleware
async def answer_errors(request, handler):
    try:
        return await handler(request)
    except StoreError as error:
        headers = {"WWW-Authenticate": "Bearer"} if error.status == 401 else {}
        return web.json_response(error.body, status=error.status, headers=headers)
    except web.HTTPException as error:
        body = {"code": "error", "message": error.reason, "status": error.status}
        return web.json_response(body, status=error.status)


@web.middleware
async def check_key(request, handler):
    require_key(request.headers.get("Authorization"))
    return await handler(request)


@routes.get("/v1/pets")
async def list_pets(request):
    limit = read_limit(request.query.get("limit"))
    return web.json_response(store.list(limit, read_status(request.query.get("status"))))


@routes.post("/v1/pets")
async def create_pet(request):
    require_json(request.headers.get("Content-Type"))
    return web.json_response(store.add(read_json(await request.read())), status=201)


@routes.get("/v1/pets/{pet_id}")
async def get_pet(request):
    return web.json_response(store.get(read_id(request.match_info["pet_id"])))


app = web.Application(middlewares=[answer_errors, check_key])
app.add_routes(routes)
web.run_app(app, sock=socket.create_server(("127.0.0.1", 0)))
