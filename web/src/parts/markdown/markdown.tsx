import { loadMarkdown } from './preload.ts'
import './markdown.css'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'

const StreamingMarkdown = lazyPart(loadMarkdown)

/** Markdown that may still be growing. Until the renderer has loaded, its plain text. */
export function Markdown(props: { text: string; streaming: boolean }) {
	return (
		<div className="prose">
			<StreamingMarkdown
				until={
					<p dir="auto" className="whitespace-pre-wrap">
						{props.text}
					</p>
				}
				text={props.text}
				streaming={props.streaming}
			/>
		</div>
	)
}
