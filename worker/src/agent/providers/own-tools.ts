/** The tools of a request that the server or the editor runs. */
import { type ModelTool, toolByName } from '@fairlead/protocol/tools'
import type { ChatRequest } from '../model/types.ts'

/** Leaves web search out if the provider searches by itself: on the wire, its own search has that name. */
export const ownTools = ({
	tools,
	webSearch,
}: Pick<ChatRequest, 'tools' | 'webSearch'>): readonly ModelTool[] =>
	webSearch ? tools.filter((tool) => toolByName(tool.name)?.runsOn !== 'provider') : tools
