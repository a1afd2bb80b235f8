/** The tools of the engine: nothing is stored, and no rating changes. */
import { assemble, disassemble } from '@fairlead/corewar/source'
import { MAX_LISTED, type ToolArgs, type ToolResult } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import type { ArenaClient } from '../client/client.ts'
import { SETTINGS } from '../rules/settings.ts'
import type { EngineToolName } from './arena-tools.ts'
import { simulated, tournamentOf } from './battles.ts'
import { explained } from './explain.ts'

type Refused = Extract<CallOutcome, { status: 'error' }>

export interface Engine {
	/** The arena that stores warriors; asked for only if a call names one. */
	readonly arena: () => Promise<ArenaClient | Refused>
	/** Aborted when nobody waits any longer. */
	readonly signal: AbortSignal
	/** Lets other work run. */
	readonly pause: () => Promise<void>
}

type Carry<N extends EngineToolName> = (
	args: ToolArgs<N, 'run'>,
	engine: Engine,
) => Promise<ToolResult<N, 'run'> | Refused>

const CARRY: { readonly [N in EngineToolName]: Carry<N> } = {
	assemble: async ({ redcode, mode = '1v1' }) => {
		const settings = SETTINGS[mode]
		const result = assemble(redcode, settings)
		const warnings = result.warnings.length > 0 ? { warnings: [...result.warnings] } : {}
		if (!result.ok) return { ok: false, errors: [...result.errors], ...warnings }
		const { warrior } = result
		const listing = disassemble(warrior, settings.coreSize).trim().split('\n')
		return {
			ok: true,
			name: warrior.name,
			instruction_count: warrior.code.words.length,
			start: warrior.start,
			listing: listing.slice(0, MAX_LISTED),
			...warnings,
		}
	},
	simulate: simulated,
	explain_round: explained,
	tournament: tournamentOf,
}

export async function runEngine(
	name: EngineToolName,
	params: Readonly<Record<string, unknown>>,
	engine: Engine,
): Promise<CallOutcome> {
	const carry = CARRY[name] as (args: unknown, engine: Engine) => Promise<object>
	const result = await carry(params, engine)
	return isRefused(result) ? result : { status: 'ok', result }
}

const isRefused = (result: object): result is Refused => 'status' in result
