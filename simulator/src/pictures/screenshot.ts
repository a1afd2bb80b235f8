/** `unity_screenshot`: chooses the picture, and answers with an attachment. */
import type { Call, CallOutcome } from '@fairlead/protocol'
import { resolveCall, type ToolArgs } from '@fairlead/protocol/tools'
import type { EditorEngine, PictureRequest } from '../engine-port.ts'
import { render } from '../render/render.ts'
import { attachment } from './attachment.ts'

type Args = ToolArgs<'unity_screenshot', 'scene'> &
	Partial<Pick<ToolArgs<'unity_screenshot', 'camera'>, 'instance_id'>>

/** Draws; changes nothing. */
export function screenshot(engine: EditorEngine, call: Call): CallOutcome {
	const resolved = resolveCall(call.method, call.params)
	if (!resolved.ok) return { status: 'error', error: resolved.error }
	const { actionName } = resolved.call
	const args = resolved.call.args as Args
	const { width, height } = args
	const picture = engine.picture(requestOf(actionName, args))
	if (!picture.ok) return { status: 'error', error: picture.error }
	return {
		status: 'ok',
		result: { view: actionName, width, height, camera: picture.camera },
		attachments: [attachment('screenshot', render(picture.scene, width, height))],
	}
}

function requestOf(actionName: string, args: Args): PictureRequest {
	if (actionName === 'camera') return { view: 'camera', instanceId: args.instance_id ?? '' }
	if (actionName !== 'scene') return { view: 'game' }
	const targets = [...(args.look_at === undefined ? [] : [args.look_at]), ...(args.frame ?? [])]
	return {
		view: 'scene',
		...(targets.length === 0 ? {} : { lookAt: targets }),
		...(args.distance === undefined ? {} : { distance: args.distance }),
		...(args.direction === undefined ? {} : { direction: args.direction }),
	}
}
