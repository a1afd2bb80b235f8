/**
 * How messages are sent, over days, with a clock that the test moves: none is lost, none gets a second id, a
 * receiver that is down is not hammered, and people learn of it.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { Random } from '../../../../test/chaos/kit/random.ts'
import { nodeDatabase } from '../../../test/machine-kit.ts'
import type { Answer } from '../../platform/http-delivery.ts'
import type { SqlDatabase } from '../../platform/sql-database.ts'
import { MAX_WAITING, MessageQueue, type NewMessage } from './message-queue.ts'
import type { ReportContent } from './report-content.ts'
import { type More, type OpenReport, type RunFacts, Sender, type Sent } from './sender.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const T0 = Date.UTC(2026, 0, 5)

const named = (id: string) => ({ id, name: id })
const TOLD: ReportContent = {
	outcome: 'completed',
	at: T0,
	project: named('prj'),
	automation: named('aut'),
	deliveryId: 'dlv',
	conversationId: 'cnv',
	run: null,
	error: null,
}
const ok: Answer = { kind: 'answered', status: 200, retryAfterMs: null, note: null }
const answered = (status: number, retryAfterMs: number | null = null): Answer => ({
	kind: 'answered',
	status,
	retryAfterMs,
	note: null,
})
const none: Answer = { kind: 'none', error: 'There was no answer within 10 seconds.' }
const facts = (state: RunFacts['state']): RunFacts => ({
	id: 'run',
	state,
	verdict: null,
	answer: 'Done.',
	usage: null,
	error: null,
	endedAt: T0,
})

let now: number
let db: SqlDatabase
let queue: MessageQueue
let sender: Sender
/** The receiver of a report. */
let receive: (report: string, message: Sent, more: More) => Answer | Promise<Answer>
let kinds: Record<string, OpenReport['kind']>
let gone: Set<string>
let runs: Map<string, RunFacts | Error>
let off: string[]
let sent: { report: string; id: string; at: number }[]

beforeEach(() => {
	now = T0
	db = nodeDatabase()
	receive = () => ok
	kinds = {}
	gone = new Set()
	runs = new Map()
	off = []
	sent = []
	wake()
})

/** Makes the object anew, from its storage alone. */
function wake(): void {
	queue = new MessageQueue(db)
	sender = new Sender({
		queue: () => queue,
		clock: () => now,
		random: () => 1,
		find: async (_, id) => {
			if (gone.has(id)) return undefined
			if (off.some((line) => line.startsWith(`${id}:`))) return 'off'
			return {
				id,
				kind: kinds[id] ?? 'webhook',
				outcomes: ['begun', 'completed', 'failed'],
				sendReport: async (message, more) => {
					sent.push({ report: id, id: message.id, at: now })
					return receive(id, message, more)
				},
			}
		},
		run: async (_, id) => {
			const run = runs.get(id)
			if (run instanceof Error) throw run
			return run
		},
		switchOff: async ({ reportId }, reason) => void off.push(`${reportId}: ${reason}`),
		warn: () => undefined,
	})
}

let minted = 0
const add = (report: string, more: Partial<NewMessage> = {}): NewMessage => {
	const id = `rpm_${++minted}`
	const message: NewMessage = {
		id,
		reportId: report,
		automationId: 'aut',
		deliveryId: id,
		phase: 'ended',
		outcome: 'completed',
		conversationId: 'cnv',
		runId: 'run',
		told: TOLD,
		ref: null,
		...more,
	}
	queue.add(message, now)
	return message
}

/** Sends everything that is due until then, each alarm at its time. */
async function until(end: number): Promise<void> {
	for (;;) {
		await sender.work()
		const next = queue.nextAt()
		if (next === null || next > end) break
		now = Math.max(now, next)
	}
	now = end
}

const sentTo = (report: string) => sent.filter((one) => one.report === report)
const verdicts = (report: string) => queue.attempts(report).map(({ verdict }) => verdict)

describe('a receiver that is down', () => {
	test('for hours: every message arrives once, under the id that it had from the first attempt', async () => {
		const [first, second] = [add('r'), add('r')]
		receive = () => (now < T0 + 5 * HOUR ? answered(503) : ok)
		await until(T0 + DAY)
		const arrived = sentTo('r').filter(({ at }) => at >= T0 + 5 * HOUR)
		expect(arrived.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort())
		expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
		expect([off, queue.nextAt()]).toEqual([[], null])
	})

	test('for a day: it is switched off, after few attempts that come less and less often', async () => {
		add('r')
		receive = () => none
		await until(T0 + 3 * DAY)
		expect(off).toEqual(['r: Nothing arrived for a day. There was no answer within 10 seconds.'])
		const times = sentTo('r').map(({ at }) => at - T0)
		expect(times.at(-1)).toBe(DAY)
		expect(times.length).toBeLessThan(25)
		const pauses = times.slice(1, -1).map((at, i) => at - (times[i] ?? 0))
		expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
		expect(pauses[0]).toBe(30_000)
		expect(Math.max(...pauses)).toBe(2 * HOUR)
		expect(verdicts('r')[0]).toBe('given_up')
		expect(queue.nextAt()).toBeNull()
	})

	test('a thousand messages make no more attempts than one, and it is switched off all the same', async () => {
		for (let i = 0; i < MAX_WAITING + 5; i++) add('r')
		expect(queue.waiting('r')).toBe(MAX_WAITING)
		receive = () => answered(500)
		await until(T0 + 3 * DAY)
		expect(sent.length).toBeLessThan(25)
		expect(off).toHaveLength(1)
		expect(queue.waiting('r')).toBe(0)
	})

	test('messages that keep coming do not put off the day', async () => {
		receive = () => answered(500)
		for (let hour = 0; hour <= 30; hour++) {
			add('r')
			await until(T0 + hour * HOUR)
		}
		expect(off).toHaveLength(1)
		expect(sentTo('r').at(-1)?.at).toBeLessThanOrEqual(T0 + 26 * HOUR)
	})
})

describe('a message that is not taken', () => {
	test('fails alone: others arrive meanwhile, and after a day only it is given up', async () => {
		const bad = add('r')
		receive = (_, { id }) => (id === bad.id ? answered(500) : ok)
		for (let hour = 0; hour < 48; hour++) {
			add('r')
			await until(T0 + hour * HOUR)
		}
		expect(off).toEqual([])
		expect(queue.waiting('r')).toBe(0)
		expect(
			sentTo('r')
				.filter(({ id }) => id === bad.id)
				.at(-1)?.at,
		).toBe(T0 + DAY)
		expect(sentTo('r').filter(({ id }) => id !== bad.id)).toHaveLength(48)
	})

	test.each([400, 401, 403, 404, 413, 422, 301, 302, 307, 308])('%i is final', async (status) => {
		add('r')
		receive = () => answered(status)
		await until(T0 + 2 * DAY)
		expect(sent).toHaveLength(1)
		expect(verdicts('r')).toEqual(['refused'])
		expect(off).toEqual([])
	})

	test.each([408, 425, 429, 500, 502, 503, 504])('%i is tried again', async (status) => {
		add('r')
		receive = () => (sent.length === 1 ? answered(status) : ok)
		await until(T0 + HOUR)
		expect(verdicts('r')).toEqual(['delivered', 'retried'])
	})

	test('a receiver that takes nothing for a day is switched off, however seldom something is told', async () => {
		receive = () => answered(401)
		for (let day = 0; day < 3; day++) {
			add('r')
			await until(T0 + day * DAY)
			await sender.work()
		}
		expect(off).toEqual(['r: Nothing arrived for a day. The receiver answered 401'])
	})

	test('is made good by one that arrives in between', async () => {
		receive = () => answered(sent.length === 2 ? 200 : 401)
		for (let day = 0; day < 4; day++) {
			add('r')
			await until(T0 + day * DAY)
			await sender.work()
		}
		expect(sent).toHaveLength(4)
		expect(off).toEqual([])
	})
})

test('410 switches it off at once; what waits is not sent', async () => {
	add('r')
	add('r')
	receive = () => answered(410)
	await until(T0 + DAY)
	expect(sent).toHaveLength(1)
	expect(off).toEqual(['r: The receiver answered 410'])
	expect(queue.waiting('r')).toBe(0)
})

test('Retry-After is kept to, for the whole report, and not beyond the day', async () => {
	add('r')
	add('r')
	receive = () => (sent.length === 1 ? answered(429, 3 * HOUR) : ok)
	await until(T0 + DAY)
	expect(sent.map(({ at }) => at - T0)).toEqual([0, 3 * HOUR, 3 * HOUR])

	sent = []
	now = T0
	add('s')
	receive = () => answered(503, 30 * DAY)
	await until(T0 + 2 * DAY)
	expect(sentTo('s').map(({ at }) => at - T0)).toEqual([0, DAY])
	expect(off).toHaveLength(1)
})

test('a receiver that never answers does not hold up the others; each has one message at a time', async () => {
	const answers: ((answer: Answer) => void)[] = []
	let active = 0
	receive = (report) => {
		if (report !== 'slow') return ok
		active++
		return new Promise((resolve) => answers.push(resolve))
	}
	add('slow')
	add('slow')
	for (let i = 0; i < 20; i++) add(`r${i % 4}`)
	const working = sender.work()
	for (let turns = 0; sent.length < 21; turns++) {
		if (turns > 10_000) throw new Error('the others wait')
		await new Promise((resolve) => setImmediate(resolve))
	}
	expect(active).toBe(1)
	receive = () => ok
	answers[0]?.(ok)
	await working
	expect(sentTo('slow')).toHaveLength(2)
})

describe('an object that ends', () => {
	test('after it has sent, before it noted that, sends the same id again, and no other', async () => {
		const { id } = add('r')
		receive = () => new Promise(() => undefined)
		void sender.work()
		for (let turns = 0; sent.length < 1; turns++) {
			if (turns > 10_000) throw new Error('nothing was sent')
			await new Promise((resolve) => setImmediate(resolve))
		}
		wake()
		receive = () => ok
		await until(T0 + HOUR)
		expect(sent.map((one) => one.id)).toEqual([id, id])
		expect(verdicts('r')).toEqual(['delivered'])
	})

	test('a delivery that is told again, is told once', async () => {
		add('r', { deliveryId: 'dlv_1' })
		await until(T0 + HOUR)
		wake()
		add('r', { deliveryId: 'dlv_1' })
		add('s', { deliveryId: 'dlv_1' })
		await until(T0 + 2 * HOUR)
		expect([sentTo('r').length, sentTo('s').length]).toEqual([1, 1])
	})

	test('D1 that is down is no failure of the receiver', async () => {
		add('r', { outcome: null })
		runs.set('run', new Error('D1 is down'))
		await until(T0 + 2 * HOUR)
		expect([sent, off]).toEqual([[], []])
		runs.set('run', facts('completed'))
		await until(now + HOUR)
		expect(verdicts('r')).toEqual(['delivered'])
	})
})

describe('the end of a run', () => {
	test('is told when it has come, also if nobody says so; not what begins, once it is over', async () => {
		add('r', { deliveryId: 'd', phase: 'begun', outcome: 'begun' })
		const end = add('r', { deliveryId: 'd', outcome: null })
		runs.set('run', facts('running'))
		receive = (_, { told }) => (told.outcome === 'begun' ? answered(500) : ok)
		await until(T0 + 20 * MINUTE)
		runs.set('run', facts('failed'))
		queue.wake('cnv', now)
		await until(now + DAY)
		const last = sentTo('r').at(-1)
		expect(last).toMatchObject({ id: end.id })
		expect(queue.waiting('r')).toBe(0)
		expect(queue.attempts('r')[0]).toMatchObject({ outcome: 'failed', verdict: 'delivered' })

		add('s', { outcome: null })
		runs.set('run', facts('waiting_approval'))
		await until(now + 3 * DAY)
		runs.set('run', facts('completed'))
		await until(now + 6 * HOUR)
		expect(sentTo('s')).toHaveLength(1)
	})

	test('a deleted conversation, an outcome that nobody wants: nothing is sent, nothing waits', async () => {
		add('r', { outcome: null })
		runs.set('other', facts('cancelled'))
		add('s', { outcome: null, runId: 'other' })
		await until(T0 + DAY)
		expect([sent, queue.nextAt()]).toEqual([[], null])
	})
})

test('a deleted report’s messages and log go', async () => {
	add('r')
	await until(T0)
	gone.add('r')
	add('r')
	await until(T0 + HOUR)
	expect([sent.length, queue.attempts('r'), queue.nextAt()]).toEqual([1, [], null])
})

test('a mailbox gets a mail in three minutes at most; it tells of all that happened', async () => {
	kinds['m'] = 'mail'
	const also: number[] = []
	receive = (_, __, more) => {
		also.push(more.also.length)
		return { kind: 'arrived' }
	}
	for (let i = 0; i < 200; i++) {
		add('m')
		await until(T0 + i * 3_000)
	}
	await until(T0 + HOUR)
	expect(sentTo('m').length).toBeLessThan(8)
	expect(also.reduce((sum, n) => sum + n + 1, 0)).toBe(200)
	expect(queue.waiting('m')).toBe(0)
})

test('the log keeps the last fifty attempts', async () => {
	for (let i = 0; i < 60; i++) add('r')
	await until(T0)
	expect(queue.attempts('r')).toHaveLength(50)
	expect(queue.attempts('r')[0]?.messageId).toBe(sent.at(-1)?.id)
})

test('50 times by chance: whatever fails and ends, each is told under one id, and what is not refused arrives', async () => {
	for (let seed = 1; seed <= 50; seed++) {
		const seeded = new Random(seed)
		const random = () => seeded.next()
		now = T0
		db = nodeDatabase()
		off = []
		sent = []
		wake()
		const arrived = new Set<string>()
		const refused = new Set<string>()
		const ids = new Map<string, Set<string>>()
		receive = (report, { id, told }) => {
			const key = `${report} ${told.deliveryId}`
			ids.set(key, (ids.get(key) ?? new Set()).add(id))
			const chance = random()
			// It arrived; whether the object learns of it is another matter.
			if (chance < 0.5) arrived.add(key)
			if (chance < 0.3) return ok
			if (chance < 0.4) return new Promise<Answer>(() => undefined)
			if (chance < 0.55) return none
			if (chance < 0.9) return answered(503, random() < 0.2 ? HOUR * random() : null)
			if (!arrived.has(key)) refused.add(key)
			return answered(422)
		}
		const wanted: string[] = []
		for (let delivery = 0; delivery < 8; delivery++) {
			const deliveryId = `dlv_${delivery}`
			for (const report of ['r', 's']) {
				wanted.push(`${report} ${deliveryId}`)
				// The Automations object may repeat a step.
				for (let times = random() < 0.3 ? 2 : 1; times > 0; times--) {
					add(report, { deliveryId, told: { ...TOLD, deliveryId } })
				}
			}
			// The object works for a while, and may end in the middle.
			void sender.work()
			for (let turns = 0; turns < 20; turns++) await new Promise((r) => setImmediate(r))
			wake()
			now += MINUTE * random()
		}
		const last = receive
		receive = async (...given) => {
			const answer = last(...given)
			return answer instanceof Promise ? none : answer
		}
		await until(T0 + 3 * DAY)
		for (const key of wanted) {
			expect(ids.get(key)?.size, `${seed}: ${key}`).toBe(1)
			expect(arrived.has(key) || refused.has(key), `${seed}: ${key}`).toBe(true)
		}
		expect([off, queue.nextAt()], String(seed)).toEqual([[], null])
	}
})
