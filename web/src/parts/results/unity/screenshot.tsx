import type { CallView } from '@fairlead/protocol/view/call-view'
import { pictureAlt } from '@fairlead/protocol/view/picture-alt'
import { actionOf, bag, bags, number } from '@fairlead/protocol/wire/safe-read'
import { isPicture, PICTURE_WIDTH_PX, PictureView, pictureOf } from '../../pictures.tsx'
import type { Renderer } from '../renderer.ts'
import { MAX_ROWS, More } from '../rows.tsx'

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
}

/** A sheet is shown wider than one picture: it holds several. */
const SHEET_WIDTH_PX = 720

export const capture: Renderer = {
	details: (call) => {
		const action = actionOf(call)
		const sheet = action === 'angles' || action === 'compare'
		return (
			<>
				{call.attachments.filter(isPicture).map((attachment) => (
					<PictureView
						key={attachment.url}
						picture={pictureOf(attachment, pictureAlt(call))}
						maxWidth={sheet ? SHEET_WIDTH_PX : PICTURE_WIDTH_PX}
					/>
				))}
				{action === 'compare' && <Changed call={call} />}
			</>
		)
	},
}

/** The changed places, numbered as they are marked in the picture. */
function Changed(props: { call: CallView }) {
	const result = bag(props.call.result)
	const total = number(result['regionCount'])
	if (total === undefined) return null
	if (total === 0) return <p className="pt-1 text-line text-muted">Nothing changed.</p>
	const regions = bags(result['regions']).slice(0, MAX_ROWS)
	return (
		<div className="pt-1 text-line text-muted">
			<p className="tabular">{number(result['changedPercent'])} % of the picture changed:</p>
			<ol className="tabular list-inside list-decimal">
				{regions.map((box) => (
					<li key={`${box['x']},${box['y']}`}>
						{number(box['width'])} × {number(box['height'])} pixels at {number(box['x'])},{' '}
						{number(box['y'])}
					</li>
				))}
			</ol>
			<More shown={regions.length} total={total} />
		</div>
	)
}
