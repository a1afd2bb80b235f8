/** One run: the product's parts in one process, in virtual time, with the seed's faults. */

import type { ConversationMode } from '@fairlead/protocol/conversations/runs'
import { effectsOf, resolveCall } from '@fairlead/protocol/tools'
import { type Call, type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { LISTED } from '../../worker/src/agent/model/registry/registry.ts'
import type { Conversation } from '../../worker/src/conversations/conversation.ts'
import type { createApp } from '../../worker/src/http/app.ts'
import type { ProjectRoom } from '../../worker/src/rooms/project-room.ts'
import { ChaosEditor } from './kit/actors/editor.ts'
import { Erasers } from './kit/actors/eraser.ts'
import { ProjectFolder } from './kit/actors/folder.ts'
import { Guest, type GuestPlan, planGuest } from './kit/actors/guest.ts'
import { type ModelLog, scriptedModel } from './kit/actors/model.ts'
import { isOfNeighbour, Neighbour, planNeighbour } from './kit/actors/neighbour.ts'
import { People } from './kit/actors/people.ts'
import { UndoHistory } from './kit/actors/undo-history.ts'
import { User } from './kit/actors/user.ts'
import { enter } from './kit/current.ts'
import { type FaultKind, Faults } from './kit/faults.ts'
import { FakeD1 } from './kit/hosts/d1.ts'
import { Http, namespace } from './kit/hosts/http.ts'
import { type Life, ObjectHost } from './kit/hosts/object-host.ts'
import { RelayHost } from './kit/hosts/relay-host.ts'
import { RoomDoor } from './kit/hosts/room-door.ts'
import type { ServerSocket } from './kit/hosts/room-sockets.ts'
import { type RpcNet, stub } from './kit/hosts/rpc.ts'
import { readStream } from './kit/hosts/stream.ts'
import { makeWire, type WireEnd } from './kit/hosts/wire.ts'
import { Ledger, tokenOf } from './kit/ledger.ts'
import { MODEL, withPlans, withSteers } from './kit/plans.ts'
import { Random } from './kit/random.ts'
import { Scheduler } from './kit/scheduler.ts'
import { type Script, writeScript } from './kit/script.ts'
import { AUTOMATIONS, MODEL_CONFIG, USER_FEED } from './kit/shims/quiet-bindings.ts'

/** Guests have a separate random source, so that older seeds keep their runs; those who use a token as well. */
const GUESTS = 0x6e57
const TOKENS = 0x70ce
/** The same for neighbours; seeds that once failed have none. */
const NEIGHBOURS = 0x66da
const NEIGHBOUR_SHARE = 0.4
export const CONVERSATION_ID = 'cnv_chaos'
const PROJECT_ID = 'prj_chaos'
/** Long enough for every deadline, retry and late approval there is. */
const LIMIT_MS = 72 * 3_600_000
/** After the last turn everything still in progress must settle. */
const REST_MS = 2 * 3_600_000
/** No alarm of either object is due later than this at the end. */
const QUIET_MS = 30 * 60_000
const AFTERMATH_MS = 15_000
/** The editor connects before the user types. */
const START_MS = 3_000

export interface Parts {
	readonly conversation: typeof Conversation
	readonly room: typeof ProjectRoom
	readonly app: ReturnType<typeof createApp>
}

/** Virtual time after which a busy object is tried again. */
const HIBERNATE_RETRY_MS = 10

const TITLE_IS_DUE =
	"SELECT 1 FROM setting WHERE key = 'title' AND json_extract(value, '$.state') = 'due'"

export class World {
	readonly scheduler = new Scheduler()
	readonly script: Script
	/** The reference run: without faults, others are compared with it. */
	readonly measure: boolean
	readonly faults: Faults
	readonly ledger = new Ledger()
	readonly folder: ProjectFolder
	readonly history = new UndoHistory()
	readonly modelLog: ModelLog = { invalid: [], requests: 0, titles: 0 }
	/** Unhandled errors, and failures that the objects logged. */
	readonly troubles: string[] = []
	readonly d1: FakeD1
	readonly conversation: ObjectHost<Conversation>
	readonly room: ObjectHost<ProjectRoom>
	readonly relay: RelayHost
	readonly editor: ChaosEditor
	readonly user: User
	readonly guests: Guest[] = []
	readonly people: People
	readonly neighbour: Neighbour
	readonly #guestPlans: readonly (GuestPlan | null)[]
	readonly #random: Random
	readonly #net: RpcNet
	#wallJump = 0
	#relaySkew = 0
	readonly #door: RoomDoor

	/** `faults` null: the reference run, which is not stopped. */
	constructor(seed: number, parts: Parts, faults: 'draw' | readonly FaultKind[] | null) {
		this.measure = faults === null
		const random = new Random(seed)
		const script = withPlans(writeScript(random.fork(), faults !== null), random.fork())
		this.#random = random.fork()
		const { scheduler } = this
		const elapsed = (): number => scheduler.elapsed - START_MS
		this.faults = new Faults(random.fork(), new Random(~seed >>> 0), elapsed, faults)
		this.script = faults === null ? script : withSteers(script, random.fork())
		this.folder = new ProjectFolder(this.script)
		this.d1 = new FakeD1(scheduler, this.faults)
		this.#net = { scheduler, faults: this.faults }
		this.people = new People(this.d1, PROJECT_ID, () => this.#wallNow())
		const guests = new Random(seed ^ GUESTS)
		const tokens = new Random(seed ^ TOKENS)
		const { rights } = this.faults
		this.#guestPlans = this.script.turns.map(() =>
			rights.length > 0 && guests.chance(0.7) ? planGuest(guests, tokens, rights) : null,
		)
		const wallNow = (): number => this.#wallNow()
		const begunBy = (): string => {
			const newest = 'SELECT idem_key AS id FROM run ORDER BY seq DESC LIMIT 1'
			return this.conversation.all<{ id: string }>(newest)[0]?.id ?? ''
		}
		const provider = scriptedModel(
			this.script,
			scheduler,
			this.faults,
			this.modelLog,
			begunBy,
			(turn) => this.wasInterrupted(turn),
		)
		enter({
			now: wallNow,
			random: () => this.#random.next(),
			after: (ms, action) => scheduler.after(ms, action),
			model: {
				provider,
				modelId: 'scripted',
				facts: LISTED.facts(MODEL),
				webSearch: false,
				paidBy: null,
			},
			dialRoom: (socket) => this.#door.dial(socket),
			diskIsFull: () => this.relay.refusesWrite(),
		})
		const neighbours = new Random(seed ^ NEIGHBOURS)
		const turns = neighbours.chance(NEIGHBOUR_SHARE) ? planNeighbour(neighbours) : []
		this.neighbour = new Neighbour(this.#net, () => stub(this.#net, this.room, null), turns)
		this.conversation = new ObjectHost<Conversation>({
			scheduler,
			wallNow,
			crashNow: () => this.faults.strikes('conversation_crash_at_commit'),
			make: (ctx, life) => new parts.conversation(ctx as never, this.#conversationEnv(life)),
		})
		this.room = new ObjectHost<ProjectRoom>({
			scheduler,
			wallNow,
			crashNow: () => {
				const crash = this.faults.strikes('room_crash_at_write')
				if (crash) this.#door.closeAll()
				return crash
			},
			extra: () => ({
				getWebSockets: (tag?: string) => this.#door.sockets(tag),
				acceptWebSocket: (ws: ServerSocket, tags: string[]) => {
					ws.tags = tags
					this.#door.add(ws)
				},
				setWebSocketAutoResponse: () => undefined,
				getWebSocketAutoResponseTimestamp: (ws: ServerSocket) =>
					ws.answeredAt === null ? null : new Date(ws.answeredAt),
			}),
			make: (ctx, life) => new parts.room(ctx as never, this.#roomEnv(life)),
		})
		this.relay = new RelayHost({
			scheduler,
			faults: this.faults,
			folder: this.folder,
			skew: () => this.#relaySkew,
			killRelay: () => this.relay.kill(this.faults.random.between(100, 3_000)),
			execute: (args, { callId }) => {
				const { path, content } = args
				this.ledger.execute(tokenOf(args))
				if (content !== undefined) this.folder.write(callId, String(path), String(content))
				return { status: 'ok', result: { did: tokenOf(args) } }
			},
		})
		this.#door = new RoomDoor({
			scheduler,
			faults: this.faults,
			net: this.#net,
			room: this.room,
			relay: this.relay,
			projectId: PROJECT_ID,
			troubles: this.troubles,
			wallNow,
		})
		this.editor = new ChaosEditor({
			scheduler,
			faults: this.faults,
			folder: this.folder.project,
			dialRelay: () => this.#dialRelay(),
			killRelay: () => this.relay.kill(this.faults.random.between(100, 3_000)),
			workMs: (call) => (call.method === 'unity_query' ? 20 : this.faults.random.between(5, 1_200)),
			execute: (call) => this.#execute(call),
			ended: () => this.history.forget(),
		})
		this.user = new User({
			scheduler,
			faults: this.faults,
			script: this.script,
			folder: this.folder,
			history: this.history,
			ledger: this.ledger,
			d1: this.d1,
			projectId: PROJECT_ID,
			told: () => this.conversation.all('SELECT 1 FROM outbox').length === 0,
			guest: (turn, mode) => this.#guest(turn, mode, parts),
			calm: () =>
				this.conversation.all("SELECT 1 FROM tool_call WHERE state = 'leaving'").length === 0,
			conversation: stub(this.#net, this.conversation, null),
			stream: async (query) => {
				await scheduler.sleep(2)
				const { instance, life } = this.conversation.get()
				return {
					response: await instance.fetch(readStream(query)),
					life,
				}
			},
		})
	}

	#guest(turn: number, mode: ConversationMode, { app }: Parts): Promise<void> | null {
		const plan = this.#guestPlans[turn]
		if (!plan) return null
		const env = {
			// Storms are within what a run may do.
			RATE_LIMITS: 'off',
			ROOM: namespace(this.#net, this.room),
			CONVERSATION: namespace(this.#net, this.conversation),
			USER_FEED,
			AUTOMATIONS,
			DB: this.d1,
			...MODEL_CONFIG,
		}
		const { scheduler, faults, people } = this
		const erasers = new Erasers(scheduler, env, () => this.#wallNow())
		const guest = new Guest(
			{
				scheduler,
				faults,
				http: new Http(app as never, erasers.env),
				erased: (userId) => erasers.ended(userId),
				projectId: PROJECT_ID,
				conversationId: CONVERSATION_ID,
				signIn: (userId, role, lifeMs) => people.signIn(userId, role, lifeMs),
				ownerSecret: people.ownerSecret,
				sent: (id, fate) => this.user.wasSent(id, fate),
				waits: (id) => {
					const waiting = 'SELECT 1 FROM inbox WHERE id = ? AND run_id IS NULL'
					return this.conversation.all(waiting, id).length > 0
				},
				clockIsTrue: () => !faults.counts.has('clock_jump'),
			},
			turn,
			plan,
		)
		this.guests.push(guest)
		return guest.run(mode)
	}

	#execute(call: Call): CallOutcome {
		if (isOfNeighbour(call.callId)) return this.neighbour.execute(call.callId)
		const resolved = resolveCall(call.method, call.params)
		if (resolved.ok && resolved.call.action.replay === 'once') this.neighbour.saw()
		if (call.method === 'unity_history') return this.history.answer(call)
		// It carries another call's arguments, and does none of it.
		if (call.method === 'unity_check') return { status: 'ok', result: { possible: true } }
		const token = tokenOf(call.params)
		this.ledger.execute(token)
		if (effectsOf(call.method, call.params).undo) this.history.record(call)
		if (call.method === 'unity_asset') this.folder.changeAsset(call)
		return token === 'none' && call.method !== 'unity_refresh'
			? failed('not_found', 'Nothing of that name.')
			: { status: 'ok', result: { did: token } }
	}

	/** True if everything settled in time. */
	async play(): Promise<boolean> {
		const { scheduler } = this
		this.relay.start()
		this.editor.start()
		await scheduler.run(() => false, START_MS)
		this.people.begin(CONVERSATION_ID)
		this.conversation.get()
		this.conversation.all(
			"INSERT INTO setting VALUES ('conversation_id', ?), ('project_id', ?)",
			CONVERSATION_ID,
			PROJECT_ID,
		)
		this.conversation.end()
		for (const { kind, nextMs } of this.faults.recurring()) this.#recur(kind, nextMs)
		void this.user.run().catch((error: unknown) => this.troubles.push(`The user: ${String(error)}`))
		void this.neighbour.run()
		const finished = await scheduler.run(
			() => this.user.finished && this.neighbour.finished,
			LIMIT_MS,
		)
		// Remaining work must also survive a storm.
		this.faults.endIn(AFTERMATH_MS)
		const rested = await scheduler.run(() => this.#atRest(), REST_MS)
		// Repeated or late frames may still arrive, and change nothing; then both objects sleep.
		await scheduler.run(() => false, QUIET_MS)
		return finished && rested && this.#atRest()
	}

	/** Nothing is pending: no call, no outbox item, no storm. */
	#atRest(): boolean {
		return (
			!this.faults.stormy &&
			this.conversation.all('SELECT 1 FROM outbox').length === 0 &&
			this.conversation.all(TITLE_IS_DUE).length === 0 &&
			this.conversation.all('SELECT 1 FROM inbox WHERE run_id IS NULL').length === 0 &&
			this.conversation.all("SELECT 1 FROM tool_call WHERE state = 'leaving'").length === 0 &&
			this.room.all("SELECT 1 FROM pending_call WHERE state <> 'closed'").length === 0 &&
			this.relay.running &&
			this.relay.database.prepare("SELECT 1 FROM calls WHERE state IN ('received','started')").all()
				.length === 0
		)
	}

	/** Frees its databases. Without it, thousands of seeds take gigabytes. */
	close(): void {
		for (const { database } of [this.conversation, this.room, this.relay, this.d1]) database.close()
	}

	/** A message that interrupts cuts the answer as soon as it is sent, even if it is withdrawn before it enters. */
	wasInterrupted(turn: number): boolean {
		const steers = this.script.turns[turn]?.steers ?? []
		return steers.some(({ id, interrupts }) => interrupts && this.user.sent.has(id))
	}

	/** From the wall clock, where it was never set to another time. */
	sinceBegin(at: number): number {
		return at - this.scheduler.now + this.scheduler.elapsed
	}

	#wallNow(): number {
		return this.scheduler.now + this.#wallJump
	}

	#conversationEnv(life: Life): never {
		const getByName = () => stub(this.#net, this.room, life)
		return { ROOM: { getByName }, USER_FEED, AUTOMATIONS, DB: this.d1, ...MODEL_CONFIG } as never
	}

	#roomEnv(life: Life): never {
		const getByName = (id: string) =>
			id === CONVERSATION_ID
				? stub(this.#net, this.conversation, life)
				: stub(this.#net, this.neighbour.host, life)
		return { CONVERSATION: { getByName }, AUTOMATIONS } as never
	}

	#dialRelay(): WireEnd | null {
		if (!this.relay.running) return null
		const { near, far } = makeWire(this.scheduler, this.faults, 'editor')
		this.scheduler.after(1, () => {
			if (!this.relay.acceptEditor(far)) far.drop()
		})
		return near
	}

	#recur(kind: FaultKind, nextMs: () => number): void {
		this.scheduler.after(nextMs(), () => {
			if (!this.faults.stormy) return
			this.faults.count(kind)
			this.#strike(kind)
			this.#recur(kind, nextMs)
		})
	}

	/** The platform lets an object hibernate only between events; its sockets stay open. */
	#hibernate(): void {
		if (this.room.idle) this.room.end()
		else this.scheduler.after(HIBERNATE_RETRY_MS, () => this.#hibernate())
	}

	#strike(kind: FaultKind): void {
		const { random } = this.faults
		switch (kind) {
			case 'conversation_evicted':
				this.conversation.end()
				return
			case 'conversation_replaced':
				this.conversation.end(false)
				return
			case 'room_evicted':
				this.#door.closeAll()
				this.room.abort()
				return
			case 'room_hibernated':
				this.#hibernate()
				return
			case 'relay_killed':
				this.relay.kill(random.between(100, 4_000))
				return
			case 'domain_reload':
				this.editor.reload(random.between(300, 6_000))
				return
			case 'editor_killed':
				this.editor.kill(random.between(1_000, 90_000), this.faults.strikes('editor_journal_lost'))
				return
			case 'long_outage':
				this.#door.outage(random.between(5_000, 60_000))
				return
			case 'disk_full':
				this.relay.fillDisk(random.between(500, 20_000))
				return
			case 'relay_token_revoked':
				this.#door.revokeToken()
				return
			case 'clock_jump':
				if (random.chance(0.5)) this.#wallJump += random.between(-300_000, 300_000)
				else this.#relaySkew += random.between(-300_000, 300_000)
				return
			default:
				throw new Error(`${kind} does not come by itself.`)
		}
	}
}
