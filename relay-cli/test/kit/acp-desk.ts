/** A relay whose linked folder lets people start the mock agent of the Agent Client Protocol. */
import { fileURLToPath } from 'node:url'
import {
	type AgentCard,
	AgentList,
	type TranscriptEntry,
	TranscriptPart,
} from '@fairlead/protocol/agents/agents'
import {
	type TerminalActor,
	TerminalOpened,
	type ViewerTerminalAct,
} from '@fairlead/protocol/agents/terminals'
import type { DeskCall } from '@fairlead/protocol/wire/relay-link'
import { expect, vi } from 'vitest'
import type { FakeRoom } from '../fakes/fake-room.ts'
import { ClaudeDesk } from './claude-desk.ts'
import { type Cleanups, temporaryFolder, until } from './support.ts'

export const MOCK_ACP = fileURLToPath(new URL('../mock-acp/mock-acp.ts', import.meta.url))
export const SIZE = { columns: 80, rows: 24 }
const EDITOR: TerminalActor = { viewer: 'v-editor', name: 'Emil', shells: false }

/** A folder in which the mock agent keeps its sessions. */
export function keptSessions(cleanups: Cleanups): string {
	const { path } = cleanups.add(temporaryFolder(), (made) => made.remove())
	vi.stubEnv('MOCK_ACP_HOME', path)
	return path
}

type Short<T> = T extends unknown ? Omit<T, 'editorKey'> : never

export class AcpDesk {
	readonly desk: ClaudeDesk
	readonly room: FakeRoom
	readonly key: string

	private constructor(desk: ClaudeDesk) {
		this.desk = desk
		this.room = desk.room
		this.key = desk.key
	}

	/** @param abilities words of the mock agent's `MOCK_ACP` */
	static async open(cleanups: Cleanups, abilities = ''): Promise<AcpDesk> {
		vi.stubEnv('MOCK_ACP', abilities)
		const desk = await ClaudeDesk.open(cleanups, true)
		await desk.fairlead('agents', 'on', desk.path, '--terminals')
		const added = await desk.fairlead('agents', 'add', 'Mock', '--', process.execPath, MOCK_ACP)
		expect(added.stdout).toContain('Added: owners and editors may start Mock')
		return new AcpDesk(desk)
	}

	async act(asked: Short<ViewerTerminalAct>): Promise<unknown> {
		const { key, room } = this
		const outcome = await room.act(EDITOR, { ...asked, editorKey: key } as ViewerTerminalAct)
		if (outcome.status !== 'ok') throw new Error(`${outcome.error.code}: ${outcome.error.message}`)
		return outcome.result
	}

	async list(): Promise<AgentList> {
		const outcome = await this.room.read('agents.list', { editorKey: this.key })
		if (outcome.status !== 'ok') throw new Error(outcome.error.message)
		return AgentList.parse(outcome.result)
	}

	async cardNow(agentId: string): Promise<AgentCard | undefined> {
		return (await this.list()).cards.find((one) => one.agentId === agentId)
	}

	card(agentId: string, is: (card: AgentCard) => boolean): Promise<AgentCard> {
		return until(`the card of ${agentId}`, async () => {
			const found = await this.cardNow(agentId)
			return found && is(found) ? found : null
		})
	}

	hasStatus(agentId: string, kind: AgentCard['status']['kind']): Promise<AgentCard> {
		return this.card(agentId, ({ status }) => status.kind === kind)
	}

	/** The newest words of its turn, which is over. */
	says(agentId: string, text: string): Promise<AgentCard> {
		return this.card(
			agentId,
			({ status }) => status.kind === 'waiting_input' && status.text === text,
		)
	}

	async started(
		prompt?: string,
		more: object = {},
	): Promise<{ terminalId: string; agentId: string }> {
		const asked = { act: 'open_agent', size: SIZE, program: 'Mock', ...more } as const
		return this.#opened(prompt === undefined ? asked : { ...asked, prompt })
	}

	continued(agentId: string, more: object = {}): Promise<{ terminalId: string; agentId: string }> {
		return this.#opened({ act: 'open_agent', size: SIZE, resume: agentId, ...more })
	}

	async #opened(asked: Short<ViewerTerminalAct>): Promise<{ terminalId: string; agentId: string }> {
		const { terminalId, agentId = '' } = TerminalOpened.parse(await this.act(asked))
		return { terminalId, agentId }
	}

	async transcript(agentId: string): Promise<readonly TranscriptEntry[]> {
		const outcome = await this.room.read('agents.transcript', { editorKey: this.key, agentId })
		if (outcome.status !== 'ok') throw new Error(outcome.error.message)
		return TranscriptPart.parse(outcome.result).entries
	}

	async texts(agentId: string): Promise<string[]> {
		return (await this.transcript(agentId)).flatMap((entry) =>
			'text' in entry ? [entry.text] : [],
		)
	}

	asked(): Promise<DeskCall> {
		return until('the question', () => this.room.deskCalls.at(-1))
	}

	/** Starts the relay again, with the environment of now. */
	async restart(): Promise<void> {
		await this.desk.relay.close()
		await this.desk.start()
	}
}
