"""What a schema of openapi.json says of a value, in the words of FastAPI."""

import re

TYPES = {
    "string": str,
    "boolean": bool,
    "array": list,
    "object": dict,
    "integer": (int, float),
    "number": (int, float),
}


def checked(schema, value, loc, errors, schemas):
    """The value without members that are unknown; what is wrong with it is added to the errors."""

    def wrong(kind, message):
        errors.append({"loc": loc, "msg": message, "type": kind})

    if "$ref" in schema:
        schema = schemas[schema["$ref"].rsplit("/", 1)[1]]
    kind = schema["type"]
    is_number = kind in ("integer", "number")
    fits = isinstance(value, TYPES[kind]) and not (is_number and isinstance(value, bool))
    if not fits or (kind == "integer" and value != value // 1):
        wrong(f"{kind}_type", f"Input should be a valid {kind}")
        return value
    if kind == "integer":
        value = int(value)
    if is_number:
        if value < schema.get("minimum", value):
            wrong("greater_than_equal", f"Input should be greater than or equal to {schema['minimum']}")
        if value > schema.get("maximum", value):
            wrong("less_than_equal", f"Input should be less than or equal to {schema['maximum']}")
    if kind in ("string", "array"):
        least, most = ("minLength", "maxLength") if kind == "string" else ("minItems", "maxItems")
        if len(value) < schema.get(least, 0):
            wrong("too_short", f"Input should have at least {schema[least]} of them")
        if len(value) > schema.get(most, len(value)):
            wrong("too_long", f"Input should have at most {schema[most]} of them")
    if "enum" in schema and value not in schema["enum"]:
        wrong("enum", f"Input should be one of {', '.join(schema['enum'])}")
    if "pattern" in schema and not re.fullmatch(schema["pattern"], value):
        wrong("string_pattern_mismatch", f"Input should match {schema['pattern']}")
    if kind == "array":
        if schema.get("uniqueItems") and any(item in value[:index] for index, item in enumerate(value)):
            wrong("unique_items", "Input should have no item twice")
        items = schema["items"]
        return [checked(items, each, [*loc, index], errors, schemas) for index, each in enumerate(value)]
    if kind == "object":
        known, others = schema.get("properties", {}), schema.get("additionalProperties")
        for name in schema.get("required", []):
            if name not in value:
                errors.append({"loc": [*loc, name], "msg": "Field required", "type": "missing"})
        kept = {name: known.get(name, others) for name in value if known.get(name, others)}
        return {name: checked(each, value[name], [*loc, name], errors, schemas) for name, each in kept.items()}
    return value


def converted(schema, texts):
    """What the texts of a parameter stand for; what stands for nothing stays as it is."""
    if schema["type"] == "array":
        return texts
    text = texts[-1]
    if schema["type"] == "integer" and re.fullmatch(r"[+-]?[0-9]{1,18}([.]0*)?", text):
        return int(text.split(".")[0])
    if schema["type"] == "boolean":
        words = {"true": True, "1": True, "on": True, "false": False, "0": False, "off": False}
        return words.get(text.lower(), text)
    return text
