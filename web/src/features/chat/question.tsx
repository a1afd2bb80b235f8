import { memo } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { type ChatMessage, textOf } from './messages.ts'

/** What a person wrote. Plain text, as typed. */
export const Question = memo(function Question(props: { message: ChatMessage }) {
	const text = textOf(props.message)
	return (
		<article
			aria-label="Message"
			id={props.message.id}
			className="group/question flex scroll-mt-4 flex-row-reverse items-start gap-1"
		>
			<div className="max-w-[85%] rounded-xl bg-press px-3.5 py-2">
				{props.message.parts.map(
					(part) =>
						part.type === 'file' &&
						part.mediaType.startsWith('image/') && (
							<img
								key={part.url}
								src={part.url}
								alt={part.filename ?? 'Attached picture'}
								className="my-1 max-h-64 rounded-md"
							/>
						),
				)}
				<p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
			</div>
			{text !== '' && (
				<CopyButton
					label="Copy the message"
					text={() => text}
					className="opacity-0 transition-opacity focus-visible:opacity-100 group-hover/question:opacity-100 max-md:hidden"
				/>
			)}
		</article>
	)
})
