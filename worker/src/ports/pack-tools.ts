/** Tools of packs that the server carries out over time. */
import type { Author } from '@fairlead/protocol/people/author'
import { type ToolNameOn, toolByName } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import type { ServerCall } from './mcp-servers.ts'

export type PackToolName = ToolNameOn<'server'>

export const isOfPack = (name: string): name is PackToolName =>
	toolByName(name)?.runsOn === 'server'

export interface PackCall extends Pick<ServerCall, 'params' | 'signal'> {
	/** `provider/model` of the run; null: a client's own call, of whose model nothing is known. */
	readonly model: string | null
}

export interface PackToolsPort {
	/** Carries out one call, for the person whose run it is. Never rejects: a failure is an outcome. */
	call(name: PackToolName, author: Author, call: PackCall): Promise<CallOutcome>
}
