/** All followed transcripts, and the cards that they make. */
import type { AgentCard } from '@fairlead/protocol/agents/agents'
import { PermissionWaits } from '../permissions/permission-waits.ts'
import { type CardPlace, cardOf } from '../session/card.ts'
import type { CardBindings } from './card-bindings.ts'
import type { FollowedFile } from './followed-file.ts'

/** A sub-agent that ended is shown this long. */
const ENDED_SUB_MS = 30 * 60_000
/** Its file may be written after its end was told. */
const RESUMED_MS = 2_000

export class SessionBoard {
	readonly files = new Map<string, FollowedFile>()
	readonly waits = new PermissionWaits()
	readonly #bindings: CardBindings
	readonly #now: () => number

	constructor(bindings: CardBindings, now: () => number) {
		this.#bindings = bindings
		this.#now = now
	}

	/** The transcript of a session itself. */
	of(sessionId: string): FollowedFile | undefined {
		return this.sessions().find((file) => file.sessionId === sessionId)
	}

	sessions(): FollowedFile[] {
		return [...this.files.values()].filter(({ subId }) => subId === null)
	}

	subAgentsOf(sessionId: string): FollowedFile[] {
		return [...this.files.values()].filter(
			(file) => file.subId !== null && file.sessionId === sessionId,
		)
	}

	/** The sessions that a card stands for now. */
	current(): Map<string, FollowedFile> {
		const ready = this.sessions().filter(({ isReady }) => isReady)
		const bySession = new Map(ready.map((file) => [file.sessionId, file]))
		const cards = this.#bindings.current([...bySession.keys()])
		return new Map(
			[...cards].flatMap(([agentId, sessionId]) => {
				const file = bySession.get(sessionId)
				return file ? [[agentId, file]] : []
			}),
		)
	}

	/** All cards of a folder, in no particular order. */
	cards(editorKey: string): AgentCard[] {
		return this.#placed(editorKey).map(({ card }) => card)
	}

	/** The transcript behind a card. */
	fileOf(editorKey: string, agentId: string): FollowedFile | undefined {
		return this.#placed(editorKey).find(({ card }) => card.agentId === agentId)?.file
	}

	#placed(editorKey: string): { card: AgentCard; file: FollowedFile }[] {
		const current = this.current()
		return [...current].flatMap(([agentId, file]) => {
			if (file.place.kind !== 'inside' || file.place.editorKey !== editorKey) return []
			const folder = file.place.below
			const { team } = file.session
			const parent = team?.member ? leadOf(team.name, current, agentId) : null
			const card = cardOf(file.session, {
				agentId,
				sessionId: file.sessionId,
				parent,
				folder,
				name: team?.member ?? null,
				titleBefore: this.#titleOf(agentId),
				conversationId: this.waits.conversationOf(file),
			})
			const subs = this.subAgentsOf(file.sessionId)
				.filter(({ isReady }) => isReady)
				.map((sub) => {
					const conversationId = this.waits.conversationOf(sub)
					return { card: subCard(sub, file, { agentId, folder, conversationId }), file: sub }
				})
				.filter(({ card: { status, heardAt } }) => {
					return status.kind !== 'ended' || heardAt > this.#now() - ENDED_SUB_MS
				})
			return [{ card, file }, ...subs]
		})
	}

	/** The first prompt of a card's first session. */
	#titleOf(agentId: string): string | null {
		return this.of(agentId)?.session.title ?? null
	}
}

function subCard(
	sub: FollowedFile,
	parent: FollowedFile,
	{ agentId, folder, conversationId }: Pick<CardPlace, 'agentId' | 'folder' | 'conversationId'>,
): AgentCard {
	const card = cardOf(sub.session, {
		agentId: `${agentId}.${sub.subId}`,
		sessionId: sub.sessionId,
		parent: agentId,
		folder,
		name: sub.name,
		titleBefore: null,
		conversationId,
	})
	const end = endOf(sub, parent)
	return end === null ? card : { ...card, status: { kind: 'ended', sure: end.sure }, since: end.at }
}

/** A sub-agent's own file does not say that it has ended. */
function endOf(sub: FollowedFile, parent: FollowedFile): { sure: boolean; at: number } | null {
	const { status, since, heardAt } = sub.session
	const { agents, ended, turn } = parent.session
	if (ended) return ended
	const told = agents.find(({ id }) => id === sub.subId)
	// It may be given more to do.
	if (told?.endedAt != null && heardAt <= told.endedAt + RESUMED_MS)
		return { sure: true, at: told.endedAt }
	// It has nobody to wait for: its last words are its result, which the parent has not told yet.
	if (status.kind === 'waiting_input' && !status.sure) return { sure: false, at: since }
	// One in the foreground does not outlive the turn that it was begun in.
	const isTurnOver = turn.kind === 'over' || turn.kind === 'interrupted'
	if (!told && isTurnOver && heardAt <= turn.at) return { sure: false, at: turn.at }
	return null
}

function leadOf(
	team: string,
	current: ReadonlyMap<string, FollowedFile>,
	member: string,
): string | null {
	for (const [agentId, { session }] of current)
		if (agentId !== member && session.team?.name === team && session.team.member === null)
			return agentId
	return null
}
