/** A pack: what a kind of project brings on the server's side. The page's side: `web/src/app/panes.tsx` and `welcomes.ts`. */
import type { ToolSpec } from '../tools/define-tool.ts'

/** A pack as what a project is for. */
export interface Lead {
	/** Tells the model where it works; sentences after "You are the agent of Fairlead." */
	readonly place: string
	/** Lines of "How to work". */
	readonly told: readonly string[]
	/** All its tools stand in the first request, those behind `find_tools` too: no others need the room. */
	readonly listsAll?: true
}

export interface Pack {
	/** Shown to people. */
	readonly title: string
	/** Tools by name. Each belongs to exactly one pack. */
	readonly tools: Readonly<Record<string, ToolSpec>>
	/** Absent: it stands beside another pack only. */
	readonly lead?: Lead
	/** Lines of "How to work" in every project that has the pack: they cost tokens in each of its first requests. */
	readonly told?: readonly string[]
}
