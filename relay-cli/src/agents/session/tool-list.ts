/** The tools of a session: which run, and which have ended. Pure. */
import type { SessionTool } from './session.ts'

/** A tool's run is shown at least this long, also if its result came in the same read. */
export const TOOL_SHOWN_MS = 300
/** More than any turn runs at once; the card shows the newest few. */
const MAX_TOOLS = 64

export type Tools = readonly SessionTool[]

export function started(tools: Tools, tool: SessionTool): Tools {
	// A record that is written a second time is the same tool.
	if (tools.some(({ toolId }) => toolId === tool.toolId)) return tools
	const all = [...tools, tool]
	if (all.length <= MAX_TOOLS) return all
	const oldest = all.find(({ state }) => state !== 'running') ?? all[0]
	return all.filter((one) => one !== oldest)
}

/** @param now a tool that is seen to end later than it is shown ends at once */
export function ended(tools: Tools, toolId: string, failed: boolean, now: number): Tools {
	return changed(tools, toolId, (tool) => endOf(tool, failed ? 'failed' : 'done', now))
}

function endOf(tool: SessionTool, state: 'done' | 'failed', now: number): SessionTool {
	const at = tool.seenAt + TOOL_SHOWN_MS
	// The end of the turn may be told before the result is read: how the tool ended is told by its result alone.
	if (tool.state !== 'running') return { ...tool, state }
	return at > now ? { ...tool, ends: { at, state } } : { ...tool, state, ends: null }
}

/** Ends all tools that run, except in the background, even if they were shown for less than {@link TOOL_SHOWN_MS}. */
export const endedAll = (tools: Tools, state: 'done' | 'failed'): Tools =>
	tools.map((tool) =>
		tool.state === 'running' && !tool.inBackground
			? { ...tool, state: tool.ends?.state ?? state, ends: null }
			: tool,
	)

/** Ends the tools whose time to be shown is over. */
export function settled(tools: Tools, now: number): Tools {
	const isDue = ({ ends }: SessionTool): boolean => ends !== null && ends.at <= now
	if (!tools.some(isDue)) return tools
	return tools.map((tool) =>
		tool.ends && isDue(tool) ? { ...tool, state: tool.ends.state, ends: null } : tool,
	)
}

export function changed(
	tools: Tools,
	toolId: string,
	change: (tool: SessionTool) => SessionTool,
): Tools {
	return tools.map((tool) => (tool.toolId === toolId ? change(tool) : tool))
}

export const running = (tools: Tools): Tools => tools.filter(({ state }) => state === 'running')
