import { lazy, Suspense } from 'react'
import './markdown.css'

const load = () => import('./streaming-markdown.tsx')
const StreamingMarkdown = lazy(load)

/** Begins to load the renderer before the first answer needs it. */
export const preloadMarkdown = (): void => void load().catch(() => undefined)

/** Markdown that may still be growing. Until the renderer has loaded, its plain text. */
export function Markdown(props: { text: string; streaming: boolean }) {
	return (
		<div className="prose">
			<Suspense fallback={<p className="whitespace-pre-wrap">{props.text}</p>}>
				<StreamingMarkdown text={props.text} streaming={props.streaming} />
			</Suspense>
		</div>
	)
}
