/**
 * Everything the store does, in one script so that each step is atomic, by the server's own clock so that no two
 * processes need agree on the time.
 *
 * `KEYS[1]` is a sorted set: slot → when it stops counting. One that was not settled counts until its lease and a
 * window are over. `KEYS[2]` is a hash that lives from a 429 until a window after its pause: `until` ends the pause,
 * `next` is when the next slot may be given out, which keeps the calls that waited from coming back all at once.
 */
export const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local operation, window = ARGV[1], tonumber(ARGV[2])

local function hold(slot, ms)
  redis.call('ZADD', KEYS[1], now + ms, slot)
  if redis.call('PTTL', KEYS[1]) < ms then redis.call('PEXPIRE', KEYS[1], math.ceil(ms)) end
end

if operation == 'settle' then
  local slot, after = ARGV[3], tonumber(ARGV[4])
  hold(slot, window + after)
  return { 1, 0, 0 }
end

local pause = redis.call('HMGET', KEYS[2], 'until', 'next')
local pausedUntil, next = tonumber(pause[1] or 0), tonumber(pause[2] or 0)

if operation == 'penalize' then
  pausedUntil = math.max(pausedUntil, now + tonumber(ARGV[3]))
  redis.call('HSET', KEYS[2], 'until', pausedUntil, 'next', math.max(next, pausedUntil))
  redis.call('PEXPIRE', KEYS[2], math.ceil(pausedUntil - now + window))
  return { 1, 0, 0 }
end

local slot, limit, lease = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
if now < next then return { 0, math.ceil(next - now), now < pausedUntil and 1 or 0 } end

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= limit and not redis.call('ZSCORE', KEYS[1], slot) then
  local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  return { 0, math.ceil(math.min(first[2] - now, window)), 0 }
end
if pause[1] then redis.call('HSET', KEYS[2], 'next', now + window / limit) end
hold(slot, lease + window)
return { 1, 0, 0 }
`;
