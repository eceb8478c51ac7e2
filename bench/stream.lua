-- Readings for wrk: every request is the next device's next reading, each device at its own steady 1 Hz.
-- Arguments: a file with one "token mac" a line, the device to begin with, the uptime in ms to begin with.
local heads, device, uptime = {}, 0, 0

-- A quiet wearer: no fall, nothing to log.
local reading = '{"device_id":"%s","accel_x":0.1%d,"accel_y":0.2%d,"accel_z":9.8%d,"gyro_x":0.5,"gyro_y":-0.3,'
  .. '"gyro_z":0.1,"heart_rate":72,"spo2":97,"battery_level":84.5,"wifi_connected":true,"sensors_initialized":true,'
  .. '"uptime_ms":'
local request_head = 'POST /api/device/sensor-stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n'
  .. 'Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s'
-- The uptime always has this many digits, so that the length of a body is known beforehand.
local uptime_digits = 10

function init(args)
  for line in io.lines(args[1]) do
    local token, mac = line:match('^(%S+) (%S+)$')
    local n = #heads
    local body = reading:format(mac, n % 10, n % 7, n % 3)
    heads[n + 1] = request_head:format(token, #body + uptime_digits + 1, body)
  end
  device, uptime = tonumber(args[2]) % #heads, tonumber(args[3])
end

function request()
  device = device + 1
  if device > #heads then
    device, uptime = 1, uptime + 1000
  end
  return heads[device] .. string.format('%d', uptime) .. '}'
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\nresult {"requests":%d,"durationUs":%d,"refused":%d,"broken":%d,"p50Us":%d,"p99Us":%d}\n',
    summary.requests, summary.duration, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50), latency:percentile(99)))
end
