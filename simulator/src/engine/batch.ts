/** unity_batch: several calls in one transaction. The caller's transaction reverts them all on failure. */
import {
	BATCH_ASSET_ACTIONS,
	resolveCall,
	type ToolArgs,
	type ToolResult,
} from '@fairlead/protocol/tools'
import type { Core } from './core.ts'
import { Fault } from './fault.ts'
import { byPath } from './scene/refs.ts'

export type RunCall = (method: string, action: string, args: Record<string, unknown>) => unknown

/** `$0`, also before `#Component`. */
const REFERENCE = /^\$(\d+)(#\w+)?$/

function objectOf(result: unknown): string | undefined {
	if (typeof result !== 'object' || result === null) return undefined
	const { instanceId, gameObjectId } = result as Record<string, unknown>
	const id = instanceId ?? gameObjectId
	return typeof id === 'string' && id !== '0' ? id : undefined
}

function substitute(value: unknown, results: readonly unknown[]): unknown {
	if (typeof value === 'string') {
		const match = REFERENCE.exec(value)
		if (!match) return value
		const id = objectOf(results[Number(match[1])])
		if (id !== undefined) return `${id}${match[2] ?? ''}`
		throw new Fault(
			'invalid_arguments',
			`"${value}": operation ${match[1]} did not create an object earlier in the batch.`,
			{
				hint: 'Operations are numbered from 0; refer to an earlier one whose result has an instanceId.',
			},
		)
	}
	if (Array.isArray(value)) return value.map((item) => substitute(item, results))
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, substitute(v, results)]))
}

/** A batch cannot move or delete files: there is no certain way to revert that. */
function refuseAction(tool: string, action: string): void {
	const allowed: readonly string[] = BATCH_ASSET_ACTIONS
	if (tool !== 'unity_asset' || allowed.includes(action)) return
	throw new Fault('invalid_arguments', `unity_asset ${action} cannot be part of a batch.`, {
		hint: `Call it on its own. In a batch: ${allowed.join(', ')}.`,
	})
}

export function runBatch(
	core: Core,
	args: ToolArgs<'unity_batch', 'run'>,
	run: RunCall,
): ToolResult<'unity_batch', 'run'> {
	const results: unknown[] = []
	for (const [index, operation] of args.operations.entries()) {
		const action = String(operation.args['action'] ?? '')
		try {
			const resolved = resolveCall(operation.tool, substitute(operation.args, results))
			if (!resolved.ok)
				throw new Fault(resolved.error.code, resolved.error.message, { data: resolved.error.data })
			refuseAction(operation.tool, resolved.call.actionName)
			results.push(run(operation.tool, resolved.call.actionName, resolved.call.args))
		} catch (error) {
			if (!(error instanceof Fault)) throw error
			const data = typeof error.data === 'object' ? error.data : { detail: error.data }
			throw new Fault(
				error.code,
				`Operation ${index} (${operation.tool} ${action}) failed: ${error.message}`,
				{
					hint: `${error.hint ? `${error.hint} ` : ''}Nothing was changed: all operations were reverted.`,
					data: { index, ...data },
				},
			)
		}
	}
	core.stepName = `Batch of ${results.length}`
	const notes = results.flatMap((result, index) => {
		const { note } = (result ?? {}) as { note?: string }
		return note === undefined ? [] : [`Operation ${index}: ${note}`]
	})
	return { ...(notes.length > 0 ? { note: notes.join(' ') } : {}), results, count: results.length }
}

/** The error without the objects and files that the batch had made itself. To be called when it is reverted. */
export function withoutReverted(core: Core, fault: Fault): Fault {
	const { nearest, matches, ...facts } = (fault.data ?? {}) as {
		nearest?: readonly string[]
		matches?: readonly { instanceId: string }[]
	}
	const exists = (name: string): boolean =>
		name.startsWith('/') ? byPath(core, name).length > 0 : !isAsset(name) || isFile(core, name)
	const near = nearest?.filter(exists)
	const same = matches?.filter(({ instanceId }) => core.world.objects.has(instanceId))
	if (near?.length === nearest?.length && same?.length === matches?.length) return fault
	return new Fault(fault.code, fault.message, {
		hint: `${fault.hint ?? ''} "$0" is the object that operation 0 makes.`.trim(),
		data: { ...facts, ...(near ? { nearest: near } : {}), ...(same ? { matches: same } : {}) },
	})
}

const isAsset = (name: string): boolean => name.startsWith('Assets/')
const isFile = (core: Core, path: string): boolean => core.assets.find(path) !== undefined
