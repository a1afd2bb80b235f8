/**
 * Tells the project's automations of editors: of each Unity process once, when it comes, and of any editor when
 * deliveries wait for one. Kept in the table `setting`; told again until it was heard.
 */
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import { chooseSeat } from '../calls/routing.ts'
import type { Seats } from '../seats.ts'
import type { AutomationsLink } from './automations-link.ts'

const PROJECT = 'project_id'
const AWAITED = 'editor_awaited'
/** JSON: by seat, the Unity process that was told of. */
const TOLD = 'editors_told'

export interface EditorEventsPorts {
	readonly sql: SqlStorage
	readonly seats: Seats
	readonly hasRelay: (relayId: string) => boolean
	readonly background: (work: Promise<unknown>) => void
	readonly automations: AutomationsLink
}

export class EditorEvents {
	readonly #ports: EditorEventsPorts
	readonly #told: Map<string, string>
	#projectId: string | null
	#awaited: boolean
	/** The message that is being sent now. */
	readonly #telling = new Set<string>()

	constructor(ports: EditorEventsPorts) {
		this.#ports = ports
		this.#projectId = this.#setting(PROJECT)
		this.#awaited = this.#setting(AWAITED) !== null
		this.#told = new Map(Object.entries(JSON.parse(this.#setting(TOLD) ?? '{}')))
	}

	/** A relay came, with the project that it serves. */
	ofProject(projectId: string): void {
		if (this.#projectId === projectId) return
		this.#projectId = projectId
		this.#set(PROJECT, projectId)
	}

	/** Whether calls could go to an editor now, or when it has compiled. If not, the next one is told of. */
	awaitEditor(): boolean {
		const there = this.#isThere()
		if (!there && !this.#awaited) {
			this.#awaited = true
			this.#set(AWAITED, '1')
		}
		return there
	}

	/** After every change of seats or relays. */
	look(): void {
		const projectId = this.#projectId
		if (projectId === null) return
		const { seats, automations } = this.#ports
		for (const { seat, relayId } of seats.all()) {
			const sessionId = seat.process?.sessionId
			const { editorKey } = seat
			if (sessionId === undefined || !this.#isConnected(seat, relayId)) continue
			if (this.#told.get(editorKey) === sessionId) continue
			this.#tell(editorKey, async () => {
				await automations.connected(projectId, seat, sessionId)
				this.#told.set(editorKey, sessionId)
				this.#set(TOLD, JSON.stringify(this.#toldOfKnown()))
			})
		}
		if (!this.#awaited || !this.#isThere()) return
		this.#tell(AWAITED, async () => {
			// Before: a delivery that begins to wait meanwhile sets it again.
			this.#awaited = false
			try {
				await automations.came(projectId)
			} catch (error) {
				this.#awaited = true
				throw error
			}
			if (!this.#awaited) this.#set(AWAITED, null)
		})
	}

	#tell(what: string, tell: () => Promise<void>): void {
		if (this.#telling.has(what)) return
		this.#telling.add(what)
		const untold = (error: unknown) => {
			const event = 'automations_not_told'
			console.warn(JSON.stringify({ level: 'warn', event, error: String(error) }))
		}
		this.#ports.background(
			tell()
				.catch(untold)
				.finally(() => this.#telling.delete(what)),
		)
	}

	#isConnected({ phase }: EditorSeat, relayId: string): boolean {
		return phase !== 'gone' && this.#ports.hasRelay(relayId)
	}

	#isThere(): boolean {
		const { seats } = this.#ports
		const choice = chooseSeat(seats.all(), seats.target, null)
		return choice.ok && this.#isConnected(choice.chosen.seat, choice.chosen.relayId)
	}

	/** Without seats that were removed. */
	#toldOfKnown(): Record<string, string> {
		const known = [...this.#told].filter(([editorKey]) => this.#ports.seats.get(editorKey))
		return Object.fromEntries(known)
	}

	#setting(name: string): string | null {
		const query = 'select value from setting where name = ?'
		return this.#ports.sql.exec<{ value: string }>(query, name).toArray()[0]?.value ?? null
	}

	#set(name: string, value: string | null): void {
		const { sql } = this.#ports
		if (value === null) sql.exec('delete from setting where name = ?', name)
		else sql.exec('insert or replace into setting (name, value) values (?, ?)', name, value)
	}
}
