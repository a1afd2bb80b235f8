import { Box } from 'lucide-react'
import { type ReactNode, type UIEvent, useEffect, useRef, useState } from 'react'
import { useMayEdit } from '../../data/person/use-role.ts'
import type { Picture } from '../../parts/pictures.tsx'
import { PictureView } from '../../parts/pictures.tsx'
import { SceneTree } from '../../parts/tree/scene-tree.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty, Skeleton } from '../../ui/feedback.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'
import { MAX_OBJECTS } from './hierarchy-pages.ts'
import { InspectorTab } from './inspector/inspector-tab.tsx'
import { mentionInMessage } from './mention-in-message.ts'
import { ReadFailed } from './read-failed.tsx'
import { type LiveHierarchy, useHierarchy } from './use-hierarchy.ts'
import { SceneBar } from './viewport/scene-bar.tsx'
import { type Unable, ViewportSlot } from './viewport/viewport-slot.tsx'

/** The next page is asked for when this much is left below. */
const LOAD_AHEAD_PX = 200
/** Objects and values stand side by side in a pane of this width. */
const WITH_INSPECTOR_PX = 600

/** The scene in 3D, and below it its objects; in a wide pane with the values of the selected one beside them. */
export function SceneTab(props: {
	picture: Picture | undefined
	selectedId: string | null
	onSelect: (id: string) => void
	onPick: (id: string | null) => void
}) {
	const { selectedId, onPick } = props
	const [box, width] = useWidth()
	const hasRoom = width >= WITH_INSPECTOR_PX
	const hierarchy = useHierarchy()
	const unsaved = hierarchy.data?.scenes.filter((s) => s.isDirty) ?? []
	const bar = <SceneBar unsaved={unsaved} />
	const mayEdit = useMayEdit()
	const selected = hierarchy.data?.objects.find(({ instanceId }) => instanceId === selectedId)
	const onMention = mayEdit && selected ? () => mentionInMessage(selected.path) : null
	return (
		<div ref={box} className="flex min-h-0 flex-1 flex-col">
			<ViewportSlot
				selectedId={selectedId}
				bar={bar}
				onMention={onMention}
				onPick={onPick}
				onInspect={hasRoom ? null : props.onSelect}
				instead={(why) => <LatestPicture picture={props.picture} bar={bar} why={why} />}
			/>
			<div className="flex min-h-0 flex-1">
				<Objects
					hierarchy={hierarchy}
					selectedId={selectedId}
					onSelect={hasRoom ? onPick : props.onSelect}
				/>
				{hasRoom && (
					<section
						aria-label="Inspector"
						className="flex min-w-0 flex-1 flex-col border-l border-edge"
					>
						<InspectorTab selectedId={selectedId} />
					</section>
				)}
			</div>
		</div>
	)
}

function Objects(props: {
	hierarchy: LiveHierarchy
	selectedId: string | null
	onSelect: (id: string) => void
}) {
	const { hierarchy } = props
	const { data, error, reload } = hierarchy
	const dirty = new Set(data?.scenes.filter((s) => s.isDirty).map((s) => s.name))
	const onScroll = (event: UIEvent<HTMLDivElement>) => {
		const box = event.currentTarget
		if (box.scrollHeight - box.scrollTop - box.clientHeight < LOAD_AHEAD_PX) hierarchy.more()
	}
	return (
		<div className="min-h-0 min-w-0 flex-1 overflow-y-auto" onScroll={onScroll}>
			{error && !data && <ReadFailed error={error} onRetry={reload} />}
			{!data && !error && <Skeleton rows={6} className="p-4" />}
			{data && data.objects.length === 0 && (
				<Empty icon={<Box />} title="The scene is empty">
					Ask the agent to create something.
				</Empty>
			)}
			{data && data.objects.length > 0 && (
				<>
					<SceneTree
						objects={data.objects}
						dirtyScenes={dirty}
						selectedId={props.selectedId}
						onSelect={props.onSelect}
					/>
					<Rest hierarchy={hierarchy} />
				</>
			)}
		</div>
	)
}

/** A ref for an element, and the width of that element in pixels (0 before it is mounted). */
function useWidth() {
	const element = useRef<HTMLDivElement>(null)
	const [width, setWidth] = useState(0)
	useEffect(() => {
		const shown = element.current
		if (!shown) return
		const sizes = new ResizeObserver(() => setWidth(shown.clientWidth))
		sizes.observe(shown)
		return () => sizes.disconnect()
	}, [])
	return [element, width] as const
}

const WHY: Readonly<Record<Unable, string>> = {
	browser: 'This browser has no WebGL 2, so the scene is not drawn in 3D.',
	editor: 'The package in this editor is older than this page. Updated, it shows the scene in 3D.',
}

/** Shown instead of the viewport where it cannot be drawn. */
function LatestPicture(props: { picture: Picture | undefined; bar: ReactNode; why: Unable }) {
	return (
		<div className="shrink-0 border-b border-edge p-3">
			{props.bar}
			{props.picture && <PictureView picture={props.picture} />}
			{props.picture && (
				<p className="pt-1.5 text-cap text-faint">
					<PictureFacts picture={props.picture} />
				</p>
			)}
			<p className="pt-1.5 text-cap text-faint">{WHY[props.why]}</p>
		</div>
	)
}

/** How many objects are not in the tree yet, and the way to them. */
function Rest(props: { hierarchy: LiveHierarchy }) {
	const { data, more, loadingMore, moreError } = props.hierarchy
	if (!data || data.total <= data.objects.length) return null
	const rest = (data.total - data.objects.length).toLocaleString('en')
	return (
		<div className="border-t border-edge px-4 py-3 text-line text-muted">
			<p className="tabular" role="status">
				{data.objects.length.toLocaleString('en')} objects shown, {rest} more in the scene.
				{data.nextCursor === null &&
					` The tree shows at most ${MAX_OBJECTS.toLocaleString('en')}. Ask the agent to find the others.`}
			</p>
			{moreError && <p className="pt-1 text-danger">{moreError.message}</p>}
			{data.nextCursor !== null && (
				<Button className="mt-2 text-line" disabled={loadingMore} onClick={more}>
					{loadingMore ? 'Loading' : 'Show more'}
				</Button>
			)}
		</div>
	)
}

/** The picture's view, source and age: the scene may have changed since. */
function PictureFacts(props: { picture: Picture }) {
	const { alt, takenAt, takenBy } = props.picture
	return (
		<>
			Latest picture in this conversation: {alt.toLowerCase()}
			{takenBy !== undefined && `, from ${takenBy}`}
			{takenAt !== undefined && (
				<>
					, <RelativeTime at={takenAt} />
				</>
			)}
		</>
	)
}
