-- For wrk: each request is a command of its own, a new student, signed in by the token in the environment.
local tag, count = os.getenv("BENCH_TAG"), 0
local head = {
  ["Accept"] = "application/json", ["Content-Type"] = "application/json",
  ["Authorization"] = "Bearer " .. os.getenv("BENCH_TOKEN"),
}

function request()
  count = count + 1
  local mark = tag .. "n" .. count
  head["Idempotency-Key"] = "bench-" .. mark
  return wrk.format("POST", "/api/v1/students", head, '{"given":"Bench-' .. mark .. '","family":"' .. mark .. '"}')
end
