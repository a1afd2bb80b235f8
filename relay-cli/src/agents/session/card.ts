/** A session as the page shows it. Pure. */
import { AGENT_LIMITS, type AgentCard } from '@fairlead/protocol/agents/agents'
import { lineOf } from '../transcripts/fields.ts'
import type { Session } from './session.ts'
import { shown } from './tool-text.ts'

export interface CardPlace {
	readonly agentId: string
	readonly sessionId: string
	readonly parent: string | null
	/** The path below the linked folder. */
	readonly folder: string
	/** A sub-agent's or a team member's own name; null: it has none. */
	readonly name: string | null
	/** Title of the session before `/clear`, until this one has its own. */
	readonly titleBefore: string | null
	/** The conversation in which people are asked for the permission that it waits for; null: none. */
	readonly conversationId: string | null
}

export function cardOf(session: Session, place: CardPlace): AgentCard {
	const { agentId, sessionId, parent, folder, name, titleBefore, conversationId } = place
	const { branch, program, model, status, since, heardAt, tools, usage } = session
	const { cost, context, tokens } = usage
	const title = name ?? session.named ?? session.title ?? titleBefore ?? ''
	return {
		agentId,
		sessionId,
		...(parent === null ? {} : { parent }),
		title: lineOf(title, AGENT_LIMITS.line),
		folder: shown(folder),
		...(branch === null ? {} : { branch: lineOf(branch, AGENT_LIMITS.line) }),
		...(program === null ? {} : { program: lineOf(program, AGENT_LIMITS.line) }),
		...(model === null ? {} : { model: lineOf(model, AGENT_LIMITS.line) }),
		status,
		...(conversationId === null ? {} : { conversationId }),
		since,
		heardAt,
		tools: tools
			.slice(-AGENT_LIMITS.tools)
			.map(({ toolId, text, state }) => ({ toolId, text, state })),
		tokens,
		...(cost === null ? {} : { cost }),
		...(context === null
			? {}
			: {
					context: {
						used: context.used,
						...(context.window === null ? {} : { window: context.window }),
					},
				}),
	}
}
