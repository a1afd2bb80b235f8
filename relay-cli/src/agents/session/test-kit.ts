/** A session by itself, and the card that it makes, for tests. */
import { AgentCard } from '@fairlead/protocol/agents/agents'
import { type CardPlace, cardOf } from './card.ts'
import type { Session } from './session.ts'

export const START = Date.UTC(2026, 10, 28, 12)
export const SESSION = 'a6e15a28-0000-4000-8000-000000000001'

const PLACE = {
	agentId: SESSION,
	sessionId: SESSION,
	parent: null,
	folder: '',
	name: null,
	titleBefore: null,
	conversationId: null,
}

export const shownCard = (session: Session, at: Partial<CardPlace> = {}): AgentCard =>
	AgentCard.parse(cardOf(session, { ...PLACE, ...at }))
