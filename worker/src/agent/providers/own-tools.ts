/** The tools of a request that the server or the editor runs. */
import { type ModelTool, toolByName } from '@fairlead/protocol/tools'
import type { ChatRequest } from '../model/types.ts'

/** Where the provider searches by itself, its search has a form of its own on each wire, and the name. */
export const ownTools = ({
	tools,
	webSearch,
}: Pick<ChatRequest, 'tools' | 'webSearch'>): readonly ModelTool[] =>
	webSearch ? tools.filter((tool) => toolByName(tool.name)?.runsOn !== 'provider') : tools
