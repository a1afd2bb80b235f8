/** unity_sample: values of the running game, every so many steps. */
import { MAX_SAMPLED_SECONDS, type ToolArgs, type ToolResult } from '@fairlead/protocol/tools'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { fieldOf } from '../scene/found-fields.ts'
import { needObject } from '../scene/refs.ts'
import { stateSince, stepsIn } from './play-actions.ts'

type Args = ToolArgs<'unity_sample', 'run'>
type Result = ToolResult<'unity_sample', 'run'>

export function sample(core: Core, args: Args): Result {
	const since = core.now()
	const samples = samplesOf(core, args)
	core.world.forget()
	core.touch('play')
	return { ...stateSince(core, since), samples }
}

/** Time passes between the samples, also in a paused game: step by step. */
function samplesOf(core: Core, args: Args): Result['samples'] {
	if ((args.count - 1) * args.every > MAX_SAMPLED_SECONDS)
		throw new Fault(
			'invalid_arguments',
			`count times every is more than ${MAX_SAMPLED_SECONDS} seconds.`,
			{ hint: 'Ask for fewer samples, or follow up with a second call.' },
		)
	if (!core.play.isPlaying)
		throw new Fault('not_in_play_mode', 'The editor is not in play mode.', {
			hint: 'Enter it with unity_play enter.',
		})
	for (const one of args.of) refuseUnknown(core, one)
	const samples: Result['samples'] = []
	for (let i = 0; i < args.count; i++) {
		if (i > 0) core.play.advance(core, stepsIn(args.every))
		const values = args.of.map((one) => liveValue(core, one) ?? null)
		samples.push({ time: core.play.state().time, values })
	}
	return samples
}

/** An object missing at the beginning is a mistake of the caller; one that disappears later is part of the answer. */
function refuseUnknown(core: Core, one: Args['of'][number]): void {
	needObject(core, one.object)
	if (liveValue(core, one) !== undefined) return
	throw new Fault('unknown_property', `${one.object} has no ${one.property}.`, {
		hint: 'Name component and member: Transform.localPosition.y, Rigidbody.linearVelocity.',
	})
}

function liveValue(core: Core, { object, property }: Args['of'][number]): unknown {
	try {
		return fieldOf(core, needObject(core, object), property)
	} catch (error) {
		if (error instanceof Fault) return undefined
		throw error
	}
}
