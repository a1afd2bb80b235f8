/** The text alternative of a picture. */

import { actionOf, bag, text } from '../wire/safe-read.ts'
import type { CallView } from './call-view.ts'

const ALT: Readonly<Record<string, string>> = {
	scene: 'Scene view',
	game: 'Game view',
	game_view: 'Game view with its UI',
	angles: 'Objects from several sides',
	compare: 'Before and after',
}
export function pictureAlt(call: CallView): string {
	const camera = text(bag(call.result)['camera']) ?? text(call.input['instance_id'])
	if (call.tool === 'read_file') return text(bag(call.result)['path']) ?? 'Picture'
	return ALT[actionOf(call)] ?? (camera ? `View of ${camera}` : 'Picture')
}
