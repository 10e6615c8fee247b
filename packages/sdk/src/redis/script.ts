/**
 * Everything the store does with slots, in one script so that each step is atomic, by the server's own clock so that no
 * two processes need agree on the time.
 *
 * `KEYS[1]` is a sorted set: slot → when it stops counting. One that was not settled counts until its lease and a
 * window are over. `KEYS[2]` is a hash that lives from a 429 until a window after its pause: `until` ends the pause,
 * `next` is when the next slot may be given out, which keeps the calls that waited from coming back all at once, and
 * `longest` is the longest pause that was asked for, in milliseconds.
 */
export const slotScript = `
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

local pause = redis.call('HMGET', KEYS[2], 'until', 'next', 'longest')
local pausedUntil, next = tonumber(pause[1] or 0), tonumber(pause[2] or 0)
-- Written by a clock that has since been set back, or on a server that was ahead: no pause lasts longer than was asked
-- for.
local longest = tonumber(pause[3] or 1e15)
pausedUntil, next = math.min(pausedUntil, now + longest), math.min(next, now + longest + window)

if operation == 'penalize' then
  pausedUntil = math.max(pausedUntil, now + tonumber(ARGV[3]))
  longest = math.max(tonumber(pause[3] or 0), tonumber(ARGV[3]))
  redis.call('HSET', KEYS[2], 'until', pausedUntil, 'next', math.max(next, pausedUntil), 'longest', longest)
  redis.call('PEXPIRE', KEYS[2], math.ceil(pausedUntil - now + window))
  return { 1, 0, 0 }
end

local limit, lease = tonumber(ARGV[3]), tonumber(ARGV[4])
if now < next then return { 0, math.ceil(next - now), now < pausedUntil and 1 or 0 } end

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
-- As clocks may have been set back, no slot is held for longer than if it were taken now. Its name ends with its lease.
local held = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. (now + window), '+inf', 'WITHSCORES')
for index = 1, #held, 2 do
  local latest = now + window + (tonumber(string.match(held[index], '/(%d+)$')) or lease)
  if tonumber(held[index + 1]) > latest then redis.call('ZADD', KEYS[1], latest, held[index]) end
end
local given = 0
for index = 5, #ARGV do
  local isNew = not redis.call('ZSCORE', KEYS[1], ARGV[index])
  if isNew and redis.call('ZCARD', KEYS[1]) >= limit then break end
  hold(ARGV[index], lease + window)
  given = given + 1
  -- In the window after a pause slots are given one by one.
  if pause[1] then break end
end
if given == 0 then
  local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  return { 0, math.ceil(math.min(first[2] - now, window)), 0 }
end
if pause[1] then redis.call('HSET', KEYS[2], 'next', now + window / limit) end
return { given, 0, 0 }
`;

/**
 * The failed authentications of all processes (AUTH-7). `KEYS[1]` is a sorted set: `f:` and the name of a refused
 * request → when the service forgets it; `p:` and the name of a probe → when its lease ends.
 */
export const authenticationScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local kind, id, limit, window, lease = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
for _, entry in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. (now + window), '+inf')) do
  redis.call('ZADD', KEYS[1], now + window, entry)
end

local ok = 1
if kind ~= 'probe' then redis.call('ZREM', KEYS[1], 'p:' .. id) end
if kind == 'refused' then redis.call('ZADD', KEYS[1], now + window, 'f:' .. id) end
if kind == 'probe' and not redis.call('ZSCORE', KEYS[1], 'p:' .. id) then
  if redis.call('ZCARD', KEYS[1]) < limit then redis.call('ZADD', KEYS[1], now + lease, 'p:' .. id) else ok = 0 end
end
redis.call('PEXPIRE', KEYS[1], math.ceil(window))

local failures, freeIn = 0, 0
local entries = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for index = 1, #entries, 2 do
  if string.sub(entries[index], 1, 2) == 'f:' then
    failures = failures + 1
    if freeIn == 0 then freeIn = math.ceil(entries[index + 1] - now) end
  end
end
return { ok, failures, freeIn }
`;
