"""What an operator's tools read."""
import subprocess

from openapi_spec_validator import validate


def test_metrics_are_what_prometheus_reads(server, people):
    answer = people.session("anonymous").get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain")
    said = subprocess.run(["promtool", "check", "metrics"], input=answer.content, capture_output=True, timeout=60)
    assert said.returncode == 0, (said.stdout + said.stderr).decode()


def test_metrics_name_nobody(server, people):
    text = people.session("anonymous").get("/metrics").text
    for account in server.accounts:
        assert account["identifier"] not in text


def test_health(server, people):
    anonymous = people.session("anonymous")
    assert anonymous.get("/healthz").status_code == 200
    assert anonymous.get("/readyz").status_code == 200


def test_openapi_describes_the_routes(server, people):
    document = people.session("anonymous").get("/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    described = {(m.upper(), path) for path, methods in document["paths"].items() for m in methods if m in ("get", "post", "put", "patch", "delete")}
    routes = {(r["method"], "/".join("{" + p[1:] + "}" if p.startswith(":") else p for p in r["path"].split("/"))) for r in server.routes()}
    missing = {r for r in routes if r[1].startswith("/api/")} - described
    assert not missing, f"not described: {sorted(missing)}"
    assert not described - routes, f"described and not served: {sorted(described - routes)}"


def test_openapi_is_what_its_standard_says(server, people):
    document = people.session("anonymous").get("/openapi.json").json()
    validate(document)


def test_openapi_says_what_kind_a_field_is(server, people):
    paths = people.session("anonymous").get("/openapi.json").json()["paths"]
    schema = paths["/api/v1/announcements/{announcement}/pin"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert schema["properties"]["pinned"]["type"] == "boolean" and "announcement" not in schema["properties"]
    created = paths["/api/v1/announcements"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert created["properties"]["language"]["enum"] == ["en", "fr", "ar", "he"]
    assert set(created["required"]) == {"audience", "language", "title"}
