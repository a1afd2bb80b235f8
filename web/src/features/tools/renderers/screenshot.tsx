import type { CallView } from '../../run/build-run.ts'
import { actionOf, bag, text } from '../read.ts'
import { isPicture, PICTURE_WIDTH_PX, PictureView, pictureOf } from './pictures.tsx'
import type { Renderer } from './renderer.ts'

export const pictures: Renderer = {
	details: (call) =>
		call.attachments
			.filter(isPicture)
			.map((attachment) => (
				<PictureView
					key={attachment.url}
					picture={pictureOf(attachment, pictureAlt(call))}
					maxWidth={PICTURE_WIDTH_PX}
				/>
			)),
	prominent: (call) => call.attachments.some(isPicture),
}

const ALT: Readonly<Record<string, string>> = { scene: 'Scene view', game: 'Game view' }
export function pictureAlt(call: CallView): string {
	const camera = text(bag(call.result)['camera']) ?? text(call.input['instance_id'])
	return ALT[actionOf(call)] ?? (camera ? `View of ${camera}` : 'Picture')
}
