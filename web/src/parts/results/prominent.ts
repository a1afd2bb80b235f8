/** Results that matter without a click: pictures, battles that count, and what went wrong although the call itself went well. */

import type { ToolName } from '@fairlead/protocol/tools'
import type { CallView } from '@fairlead/protocol/view/call-view'
import { type Bag, bag, bags, number } from '@fairlead/protocol/wire/safe-read'
import { isPicture } from '../pictures.tsx'

const BAD: Partial<Record<ToolName, (result: Bag) => boolean>> = {
	assemble: (result) => result['ok'] === false,
	unity_build: (result) => result['result'] === 'failed',
	unity_component: (result) => (number(result['failCount']) ?? 0) > 0,
	unity_execute: (result) => result['outcome'] === 'threw',
	unity_playtest: (result) => result['passed'] === false,
	unity_refresh: (result) => bags(result['errors']).length > 0,
	unity_tests: (result) => (number(result['failed']) ?? 0) > 0,
}

/** They change ratings: how they ended is what they were for. */
const FOUGHT: ReadonlySet<string> = new Set<ToolName>(['challenge_player', 'start_arena'])

/** Their renderers show pictures. */
const PICTURED: ReadonlySet<string> = new Set<ToolName>([
	'unity_screenshot',
	'unity_capture',
	'unity_playtest',
])

export function isProminentResult(call: CallView): boolean {
	if (PICTURED.has(call.tool) && call.attachments.some(isPicture)) return true
	if (FOUGHT.has(call.tool)) return true
	const bad = Object.hasOwn(BAD, call.tool) ? BAD[call.tool as ToolName] : undefined
	return bad?.(bag(call.result)) === true
}
