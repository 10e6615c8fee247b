/**
 * The version of what the keys hold; it is part of their names. Processes that use different formats don't see each
 * other's slots, but never misread each other's values.
 */
export const format = 1;

/**
 * Everything the store does, in one script so that each step is atomic, by the server's own clock so that no two
 * processes need agree on the time.
 *
 * - `KEYS[1]`, a sorted set: slot → when it stops counting. A slot that was not released counts until its lease and a
 *   window are over. Its name ends with its lease.
 * - `KEYS[2]`, a hash that lives from a 429 until a window after its pause: `until` ends the pause, `next` is when the
 *   next slot may be given out, so that waiting calls don't all come back at once, and `longest` is the longest pause
 *   that was asked for, in milliseconds.
 * - `KEYS[3]`, a sorted set: `f:` and a slot → when the service forgets that its request was rejected; `p:` and a slot →
 *   when the lease of its place in flight ends.
 * - `KEYS[4]`, a hash: `t:` and a process → since when it waits, the time of its turn, and how often it has waited. `held` is
 *   the moving average of how long a place is taken, in milliseconds.
 *
 * A process that has to wait gets a turn: the time at which a slot or place is free for it once those that wait for
 * longer have had theirs. A free slot is kept for the processes whose turn it is. So nearly each request for a slot gets one,
 * however many processes wait.
 *
 * Foreign values count as absent. As clocks may be set back, nothing counts for longer than if it were taken now, and no
 * pause lasts longer than was asked for. A slot that is there already is the same request again, after a lost response.
 * `grace` is how much later than its turn a process may come, `early` how long at most a place is kept for a turn to come,
 * and `longest_turn` the longest wait for a place; all in milliseconds.
 *
 * The script has no comments of its own, because bundlers keep them:
 *
 * - `before(since)` returns how many processes wait for longer, and for how many of them a free slot is kept;
 * - `turn(since, tries, ahead)` gives the process its turn behind `ahead` others;
 * - `free()` returns how many requests the slots and places allow now, one at a time after a pause.
 *
 * Returns whether a slot was granted, the time until the next try (-1 for at once), the reason to wait, the failures that
 * are left, and the time since the last one (-1 without any).
 */
export const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local operation, window, slot = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local slots, pauses, lockout, turns = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local grace, early, longest_turn = 500, 100, 5000

local function number(value)
  local found = tonumber(value or '')
  if found and found == found and found > -1e18 and found < 1e18 then return found end
end
local function lease_of(name) return tonumber(string.match(name, '/(%d+)$')) end
local function keep(key, ms)
  if redis.call('PTTL', key) < ms then redis.call('PEXPIRE', key, math.ceil(ms)) end
end
local function hold(key, member, ms)
  redis.call('ZADD', key, now + ms, member)
  keep(key, ms)
end

if operation == 'release' then
  local after, outcome, lockout_window = tonumber(ARGV[4]), ARGV[5], tonumber(ARGV[6])
  hold(slots, slot, window + after)
  if outcome == '' then return { 1, -1, '', 0, -1 } end
  local ends = number(redis.call('ZSCORE', lockout, 'p:' .. slot))
  redis.call('ZREM', lockout, 'p:' .. slot)
  if ends and after > -window and lease_of(slot) then
    local held = math.max(0, lease_of(slot) - (ends - now))
    local mean = number(redis.call('HGET', turns, 'held')) or held
    redis.call('HSET', turns, 'held', mean + (held - mean) / 4)
    keep(turns, lockout_window)
  end
  if outcome == 'rejected' then hold(lockout, 'f:' .. slot, lockout_window) end
  return { 1, -1, '', 0, -1 }
end

local pause = redis.call('HMGET', pauses, 'until', 'next', 'longest')
local paused_until, next, longest = number(pause[1]), number(pause[2]), number(pause[3])
local is_paced = paused_until and next and longest and longest >= 0
if not is_paced then paused_until, next, longest = 0, 0, 0 end
paused_until, next = math.min(paused_until, now + longest), math.min(next, now + longest + window)

if operation == 'pause' then
  paused_until = math.max(paused_until, now + tonumber(ARGV[4]))
  longest = math.max(longest, tonumber(ARGV[4]))
  redis.call('HSET', pauses, 'until', paused_until, 'next', math.max(next, paused_until), 'longest', longest)
  redis.call('PEXPIRE', pauses, math.ceil(paused_until - now + window))
  return { 1, -1, '', 0, -1 }
end

local limit, lease = tonumber(ARGV[4]), tonumber(ARGV[5])
local places, lockout_window = tonumber(ARGV[6]), tonumber(ARGV[7])
local process, waiting = 't:' .. ARGV[8], tonumber(ARGV[9])

redis.call('ZREMRANGEBYSCORE', slots, '-inf', now)
local held_longest = redis.call('ZRANGEBYSCORE', slots, '(' .. (now + window), '+inf', 'WITHSCORES')
for index = 1, #held_longest, 2 do
  local latest = now + window + (lease_of(held_longest[index]) or 0)
  if tonumber(held_longest[index + 1]) > latest then redis.call('ZADD', slots, latest, held_longest[index]) end
end
local used = redis.call('ZCARD', slots)

local failures, in_flight = {}, 0
if places > 0 then
  redis.call('ZREMRANGEBYSCORE', lockout, '-inf', now)
  local entries = redis.call('ZRANGE', lockout, 0, -1, 'WITHSCORES')
  for index = 1, #entries, 2 do
    local name, ends = entries[index], tonumber(entries[index + 1])
    local kind, rest = string.sub(name, 1, 2), string.sub(name, 3)
    local latest = now + (kind == 'p:' and (lease_of(rest) or 0) or lockout_window)
    if ends > latest then
      ends = latest
      redis.call('ZADD', lockout, latest, name)
    end
    if kind == 'f:' then table.insert(failures, ends) end
    if kind == 'p:' then in_flight = in_flight + 1 end
  end
  table.sort(failures)
end
local left, rejected_ago = math.max(0, places - #failures), -1
if #failures > 0 then rejected_ago = math.max(0, math.floor(now + lockout_window - failures[#failures])) end
local function reply(granted, ms, reason)
  return { granted, ms < 0 and -1 or math.max(1, math.ceil(ms)), reason, left, rejected_ago }
end

local function grant()
  hold(slots, slot, lease + window)
  if places > 0 then
    redis.call('ZADD', lockout, now + lease, 'p:' .. slot)
    keep(lockout, math.max(lockout_window, lease))
  end
end
if redis.call('ZSCORE', slots, slot) then
  grant()
  return reply(1, -1, '')
end

if places > 0 and left == 0 then return reply(0, failures[#failures - places + 1] - now, 'lockout') end
if is_paced and now < paused_until then return reply(0, paused_until - now, 'pause') end

local mean = number(redis.call('HGET', turns, 'held')) or 50
local per_place = left > 0 and mean / left or 0
local others, mine = {}, nil
local entries = redis.call('HGETALL', turns)
for index = 1, #entries, 2 do
  if string.sub(entries[index], 1, 2) == 't:' then
    local since, at, tries = string.match(entries[index + 1], '^(%S+) (%S+) (%d+)$')
    since, at = number(since), number(at)
    local is_usable = since and at and at + grace >= now and at <= now + window + longest_turn
    if not is_usable then redis.call('HDEL', turns, entries[index])
    elseif entries[index] == process then mine = { since = since, tries = tonumber(tries) }
    else table.insert(others, { since = since, at = at }) end
  end
end

local function before(since)
  local ahead, due = 0, 0
  for _, other in ipairs(others) do
    if other.since < since then
      ahead = ahead + 1
      if other.at <= now + math.min(early, per_place) then due = due + 1 end
    end
  end
  return ahead, due
end
local function turn(since, tries, ahead)
  local at, reason = now, 'in-flight'
  if places > 0 and left - in_flight <= ahead then
    local wait = (ahead + 1 - (left - in_flight)) * per_place * 1.5 ^ math.min(tries, 20)
    at = now + math.min(longest_turn, math.max(10, wait))
  end
  local windowAt = now
  if is_paced then windowAt = next + ahead * window / limit
  elseif limit - used <= ahead then
    local first = redis.call('ZRANGE', slots, ahead - math.max(0, limit - used), ahead - math.max(0, limit - used), 'WITHSCORES')
    windowAt = math.min(tonumber(first[2]) or (now + window), now + window)
  end
  if windowAt > at then at, reason = windowAt, 'window' end
  redis.call('HSET', turns, process, string.format('%.3f %.3f %d', since, at, tries))
  keep(turns, math.max(lockout_window, 2 * window))
  return reply(0, at - now, reason)
end
local function free()
  local count = limit - used
  if is_paced then count = now < next and 0 or math.min(count, 1) end
  if places > 0 then count = math.min(count, left - in_flight) end
  return count
end

local ahead, due = before(mine and mine.since or now)
if free() <= due then return turn(mine and mine.since or now, mine and mine.tries + 1 or 0, ahead) end

grant()
used, in_flight = used + 1, in_flight + 1
if is_paced then
  next = now + window / limit
  redis.call('HSET', pauses, 'next', next)
end
redis.call('HDEL', turns, process)
ahead, due = before(now)
if waiting <= 1 or free() > due then return reply(1, -1, '') end
local given = turn(now, 0, ahead)
return reply(1, given[2], '')
`;

/** Returns the first key that holds another type of value. */
export const wrongTypeScript = `
local types = { 'zset', 'hash', 'zset', 'hash' }
for index, key in ipairs(KEYS) do
  local found = redis.call('TYPE', key).ok
  if found ~= 'none' and found ~= types[index] then return key end
end
return KEYS[1]
`;
