-- Uploads for wrk: every request is the next device's next readings, taken once a second.
-- Arguments: a file with one "token mac" a line, the device to begin with, the uptime in ms to begin with, the number
-- of readings in a request, the uptime of the first reading ever, when that was taken (ms since 1970).
local heads, device, uptime, count, offset = {}, 0, 0, 1, 0

-- The same reading as in stream.lua.
local reading = '{"device_id":"%s","accel_x":0.1%d,"accel_y":0.2%d,"accel_z":9.8%d,"gyro_x":0.5,"gyro_y":-0.3,'
  .. '"gyro_z":0.1,"heart_rate":72,"spo2":97,"battery_level":84.5,"wifi_connected":true,"sensors_initialized":true,'
  .. '"boot_id":3141592653,"uptime_ms":'
local request_head = 'POST /api/device/readings HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n'
  .. 'Content-Type: application/json\r\nContent-Length: '

function init(args)
  for line in io.lines(args[1]) do
    local token, mac = line:match('^(%S+) (%S+)$')
    local n = #heads
    heads[n + 1] = { request_head:format(token), reading:format(mac, n % 10, n % 7, n % 3) }
  end
  device, uptime, count = tonumber(args[2]) % #heads, tonumber(args[3]), tonumber(args[4])
  offset = tonumber(args[6]) - tonumber(args[5])
end

function request()
  device = device + 1
  if device > #heads then
    device, uptime = 1, uptime + 1000 * count
  end
  local head, own = heads[device][1], heads[device][2]
  local now, parts = os.time() * 1000, {}
  for n = 0, count - 1 do
    local taken = uptime + 1000 * n
    parts[n + 1] = own .. string.format('%d,"age_ms":%d}', taken, now - taken - offset)
  end
  local body = '{"readings":[' .. table.concat(parts, ',') .. ']}'
  return head .. #body .. '\r\n\r\n' .. body
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\nresult {"requests":%d,"durationUs":%d,"refused":%d,"broken":%d,"p50Us":%d,"p99Us":%d}\n',
    summary.requests, summary.duration, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50), latency:percentile(99)))
end
