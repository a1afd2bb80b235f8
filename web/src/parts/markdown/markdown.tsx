import { lazy, Suspense } from 'react'
import { loadMarkdown } from './preload.ts'
import './markdown.css'

const StreamingMarkdown = lazy(loadMarkdown)

/** Markdown that may still be growing. Until the renderer has loaded, its plain text. */
export function Markdown(props: { text: string; streaming: boolean }) {
	return (
		<div className="prose">
			<Suspense
				fallback={
					<p dir="auto" className="whitespace-pre-wrap">
						{props.text}
					</p>
				}
			>
				<StreamingMarkdown text={props.text} streaming={props.streaming} />
			</Suspense>
		</div>
	)
}
