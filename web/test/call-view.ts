import type { CallView } from '@fairlead/protocol/view/call-view'

/** A call as a message knows it, with nothing but what a test is about. */
export const call = (
	tool: string,
	input: Record<string, unknown>,
	result: unknown,
	state: CallView['state'] = 'done',
): CallView => ({
	callId: 'c',
	tool,
	state,
	input,
	result,
	attachments: [],
	errorText: undefined,
	call: undefined,
	beganAt: undefined,
	wait: undefined,
	approval: undefined,
	approvalId: undefined,
})
