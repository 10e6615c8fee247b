/** The version of what the keys hold; it is part of their names, so processes with another format count apart. */
export const format = 1;

/**
 * Everything the store does, in one script so that each step is atomic, by the server's clock so that no two processes need
 * agree on the time.
 *
 * - `KEYS[1]`, slots → when they stop counting: one window after the response, or after the lease if none is reported.
 * - `KEYS[2]`, rejected requests → when the service forgets them.
 * - `KEYS[3]`, requests in flight → when their lease ends.
 * - `KEYS[4]`, a hash: `until` ends the pause after a 429, and `next` is when the next slot may be given out after it.
 *
 * A slot that is there already is the same request again, after a lost response. Returns whether a slot was granted, the time
 * until the next try, the reason to wait, the failures that are left, and the time since the last one (-1 without any).
 */
export const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local operation, window, slot = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local slots, failures, in_flight, pause = KEYS[1], KEYS[2], KEYS[3], KEYS[4]

local function hold(key, ms)
  redis.call('ZADD', key, now + ms, slot)
  if redis.call('PTTL', key) < ms then redis.call('PEXPIRE', key, math.ceil(ms)) end
end
local function count(key)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  return redis.call('ZCARD', key)
end
local function score(key, index) return tonumber(redis.call('ZRANGE', key, index, index, 'WITHSCORES')[2]) end

if operation == 'release' then
  hold(slots, window + tonumber(ARGV[4]))
  if ARGV[5] ~= '' then redis.call('ZREM', in_flight, slot) end
  if ARGV[5] == 'rejected' then hold(failures, tonumber(ARGV[6])) end
  return
end

local found = redis.call('HMGET', pause, 'until', 'next')
local paused_until, next = tonumber(found[1] or 0), tonumber(found[2] or 0)
if operation == 'pause' then
  paused_until = math.max(paused_until, now + tonumber(ARGV[4]))
  redis.call('HSET', pause, 'until', paused_until, 'next', math.max(next, paused_until))
  redis.call('PEXPIRE', pause, math.ceil(paused_until - now + window))
  return
end

local limit, lease, places, lockout = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local used, failed = count(slots), count(failures)
local left, rejected_ago = math.max(0, places - failed), -1
if failed > 0 then rejected_ago = math.max(0, math.floor(now + lockout - score(failures, -1))) end
local function reply(granted, ms, reason) return { granted, math.max(1, math.ceil(ms)), reason, left, rejected_ago } end

local again = redis.call('ZSCORE', slots, slot)
if not again then
  if places > 0 and left == 0 then return reply(0, score(failures, failed - places) - now, 'lockout') end
  if now < paused_until then return reply(0, paused_until - now, 'pause') end
  if used >= limit then return reply(0, math.min(window, score(slots, used - limit) - now), 'window') end
  if now < next then return reply(0, next - now, 'window') end
  if places > 0 and count(in_flight) >= left then return reply(0, 50, 'in-flight') end
end
hold(slots, lease + window)
if places > 0 then hold(in_flight, lease) end
if found[1] then redis.call('HSET', pause, 'next', now + window / limit) end
return reply(1, 0, '')
`;
