/** The packs, and the kinds of projects that have them. A pack that no kind names is offered to nobody. */

import type { ToolSpec } from '../tools/define-tool.ts'
import { AGENTS } from './agents.ts'
import { BASE } from './base.ts'
import { COREWAR } from './corewar.ts'
import { FILES } from './files.ts'
import type { ProjectKind } from './kind.ts'
import type { Lead, Pack } from './pack.ts'
import { UNITY } from './unity.ts'

/** Every tool of the product, by name, in the order in which models get them. */
export const TOOLS = {
	...UNITY.tools,
	...FILES.tools,
	...COREWAR.tools,
	...AGENTS.tools,
	...BASE.tools,
} as const satisfies Record<string, ToolSpec>

/** A kind of project: the pack that it is for, and those beside it. */
interface Kind {
	readonly lead: Pack & { readonly lead: Lead }
	readonly beside: readonly Pack[]
}

const KINDS: Readonly<Record<ProjectKind, Kind>> = {
	unity: { lead: UNITY, beside: [FILES, AGENTS, BASE] },
	plain: { lead: FILES, beside: [AGENTS, BASE] },
	corewar: { lead: COREWAR, beside: [BASE] },
}

const packsOf = (kind: ProjectKind): readonly Pack[] => {
	const { lead, beside } = KINDS[kind]
	return [lead, ...beside]
}

/** The words for a model about this kind of project: where it works, and how. */
export function toldOf(kind: ProjectKind): {
	readonly place: string
	readonly lines: readonly string[]
} {
	const { place, told } = KINDS[kind].lead.lead
	return { place, lines: [...told, ...packsOf(kind).flatMap((pack) => pack.told ?? [])] }
}

export const worksIn = ({ name }: ToolSpec, kind: ProjectKind): boolean =>
	packsOf(kind).some(({ tools }) => Object.hasOwn(tools, name))

/** Whether a tool is in every first request. */
export function isListed(tool: ToolSpec, kind: ProjectKind): boolean {
	if (tool.runsOn === 'provider' || !worksIn(tool, kind)) return false
	const { lead } = KINDS[kind]
	const leads = lead.lead.listsAll === true && Object.hasOwn(lead.tools, tool.name)
	return tool.offered === 'default' || (leads && tool.offered === 'search')
}
