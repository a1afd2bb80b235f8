/**
 * The modes of an agent's session, as the agent tells them: in the option of the category "mode", or in `modes`, which came
 * before options and is on its way out of the protocol.
 */
import type { ClientContext } from '@agentclientprotocol/sdk'
import { type AcpModes, TERMINAL_LIMITS } from '@fairlead/protocol/agents/terminals'
import { modeLine, modeName } from '../agents/mode-name.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../agents/transcripts/fields.ts'
import { FileError } from '../files/file-error.ts'

const MAX_ID = 200
type Mode = AcpModes['list'][number]

interface AskedMode {
	readonly mode: string
	/** The name of the person who asks. */
	readonly by: string
}

export class SessionModes {
	readonly #changed: (note: string | null) => void
	/** The agent's option; null: it has told none, and `modes` counts. */
	#option: string | null = null
	#now: AcpModes | null = null
	/** The mode that was told last. Undefined if the session is not open yet. */
	#told: string | null | undefined
	/** Updates before that, by their kinds. */
	readonly #early = new Map<unknown, Fields>()
	#asked: AskedMode | null = null

	/** @param changed gets what people should read of the change; null: nothing */
	constructor(changed: (note: string | null) => void) {
		this.#changed = changed
	}

	/** Returns null if the agent has none. */
	get now(): AcpModes | null {
		return this.#now
	}

	/** The agent has answered a request: earlier updates are of the past that it loads. */
	answered(): void {
		this.#early.clear()
	}

	/** Takes the agent's answer that opened the session. */
	opened(answer: Fields): void {
		const modes = fieldsOf(answer['modes'])
		this.#now = modesOf(modes?.['currentModeId'], modes?.['availableModes'], 'id')
		this.#setOptions(answer['configOptions'])
		for (const update of this.#early.values()) this.#take(update)
		this.#told = this.#now?.current ?? null
		if (this.#now) this.#changed(null)
	}

	/** Takes the `update` of a `session/update`. False: it says nothing of modes. */
	update(update: Fields): boolean {
		const kind = update['sessionUpdate']
		if (kind !== 'config_option_update' && kind !== 'current_mode_update') return false
		if (this.#told === undefined) this.#early.set(kind, update)
		else {
			this.#take(update)
			this.#tell()
		}
		return true
	}

	/**
	 * Asks the agent for another mode. Rejects with its refusal.
	 *
	 * @throws {FileError} if it has no such mode
	 */
	async set(asked: AskedMode, agent: ClientContext, sessionId: string): Promise<void> {
		const { mode } = asked
		if (!this.#now) throw new FileError('unsupported', 'This agent has no modes.')
		if (!this.#now.list.some(({ id }) => id === mode))
			throw new FileError('not_found', 'This agent does not have that mode.')
		this.#asked = asked
		try {
			if (this.#option === null) {
				await agent.request('session/set_mode', { sessionId, modeId: mode })
				this.#set(mode)
			} else {
				const option = { sessionId, configId: this.#option, value: mode }
				const answer = await agent.request('session/set_config_option', option)
				this.#setOptions(fieldsOf(answer)?.['configOptions'])
			}
			this.#tell()
		} finally {
			this.#asked = null
		}
	}

	#take(update: Fields): void {
		if (update['sessionUpdate'] === 'current_mode_update') this.#set(update['currentModeId'])
		else this.#setOptions(update['configOptions'])
	}

	#tell(): void {
		const current = this.#now?.current ?? null
		const isOther = current !== this.#told
		this.#told = current
		const by =
			this.#asked?.mode === current ? `${this.#asked?.by} changed the` : 'The agent changed its'
		this.#changed(this.#now && isOther ? `${by} mode: ${modeName(this.#now)}.` : null)
	}

	#set(mode: unknown): void {
		const current = idOf(mode)
		if (this.#now && current !== null) this.#now = { ...this.#now, current }
	}

	#setOptions(options: unknown): void {
		const option = listOf(options)
			.map(fieldsOf)
			.find((one) => one?.['category'] === 'mode' && one['type'] === 'select')
		const id = idOf(option?.['id'])
		if (option && id !== null) {
			this.#option = id
			this.#now = modesOf(option['currentValue'], ungrouped(option['options']), 'value')
		} else if (this.#option !== null && Array.isArray(options)) {
			this.#option = null
			this.#now = null
		}
	}
}

/** Options stand in one list, or in groups. */
const ungrouped = (options: unknown): readonly unknown[] =>
	listOf(options).flatMap((one) => {
		const group = fieldsOf(one)?.['options']
		return group === undefined ? [one] : listOf(group)
	})

function modesOf(mode: unknown, all: unknown, id: 'id' | 'value'): AcpModes | null {
	const current = idOf(mode)
	const list = listOf(all)
		.flatMap((one) => modeOf(fieldsOf(one), id) ?? [])
		.slice(0, TERMINAL_LIMITS.modes)
	return current === null || list.length === 0 ? null : { current, list }
}

function modeOf(told: Fields | null, of: 'id' | 'value'): Mode | null {
	const id = idOf(told?.[of])
	if (id === null) return null
	const description = modeLine(told?.['description'])
	const mode = { id, name: modeLine(told?.['name']) || modeLine(id) }
	return description === '' ? mode : { ...mode, description }
}

function idOf(value: unknown): string | null {
	const id = textOf(value)
	return id === null || id === '' || id.length > MAX_ID ? null : id
}
