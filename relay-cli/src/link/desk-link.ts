/** A project's room, as the calls, runs and reports of this computer's MCP clients use it. */
import type {
	DeskAnswer,
	DeskAsked,
	DeskCall,
	DeskReport,
	DeskRun,
	DeskRunAnswer,
	DeskWithdrawn,
} from '@fairlead/protocol/wire/relay-link'
import type { LinkState } from '../platform/events.ts'

/** The room of the project that an editor's folder is linked to. */
export interface DeskRoom {
	/** The address of the project's page. */
	readonly name: string
	readonly link: DeskLink
}

/** The link to a project's room. */
export interface DeskLink {
	/** Connected, to a server that knows such calls. */
	readonly takesDeskCalls: boolean
	/** Rejects when the connection ends before the answer. */
	askPeople(call: DeskCall): Promise<DeskAsked>
	answerDeskCall(answer: DeskAnswer): void
	withdrawDeskCalls(withdrawn: DeskWithdrawn): void
	readonly state: LinkState
	/** Connected, to a server that knows runs of desk clients. */
	readonly takesDeskRuns: boolean
	/** Rejects when the connection ends before the answer, or the server cannot answer now. */
	askRun(run: DeskRun): Promise<DeskRunAnswer>
	/** Connected, to a server that takes reports. */
	readonly takesDeskReports: boolean
	/** Resolves when the room has stored it, or never will. Rejects: report it again later. */
	reportCall(report: DeskReport): Promise<void>
}
