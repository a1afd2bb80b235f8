import { memo } from 'react'
import { useOther } from '../../data/use-other.ts'
import { type Picture, PictureView } from '../../parts/pictures.tsx'
import { type ChatMessage, textOf } from '../../run/messages.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

/** Attached pictures stand in a row of one height, so that nothing jumps when they have loaded. */
const THUMB_HEIGHT_PX = 144

/** A person's message with its attachments. Plain text, as typed. */
export const Question = memo(function Question(props: { message: ChatMessage }) {
	const text = textOf(props.message)
	const other = useOther(props.message.metadata?.by)
	const pictures = props.message.parts.flatMap((part): Picture[] =>
		part.type === 'file' && part.mediaType.startsWith('image/')
			? [
					{
						url: part.url,
						alt: part.filename ?? 'Attached picture',
						width: undefined,
						height: undefined,
					},
				]
			: [],
	)
	return (
		<article
			aria-label="Message"
			id={props.message.id}
			className="group/question flex scroll-mt-4 flex-row-reverse items-start gap-1"
		>
			<div className="max-w-[85%] rounded-xl bg-press px-3.5 py-2">
				{other !== null && <p className="text-cap text-muted">{other}</p>}
				{pictures.length > 0 && (
					<div className="my-1 flex flex-wrap gap-1.5">
						{pictures.map((picture) => (
							<PictureView key={picture.url} picture={picture} height={THUMB_HEIGHT_PX} />
						))}
					</div>
				)}
				{text !== '' && (
					<p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
						{text}
					</p>
				)}
			</div>
			{text !== '' && (
				<CopyButton
					label="Copy message"
					text={() => text}
					className="opacity-0 transition-opacity focus-visible:opacity-100 group-hover/question:opacity-100 max-md:hidden"
				/>
			)}
		</article>
	)
})
