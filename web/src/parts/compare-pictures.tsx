/** An enlarged picture, and the way to those before and after it. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import type { Picture } from './pictures.tsx'

export default function ComparePictures(props: {
	pictures: readonly Picture[]
	at: number
	onAt: (at: number) => void
	open: boolean
	onOpenChange: (open: boolean) => void
}) {
	const { pictures, at } = props
	const shown = pictures[at]
	if (!shown) return null
	const go = (step: number) => {
		const next = at + step
		if (next >= 0 && next < pictures.length) props.onAt(next)
	}
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === 'ArrowLeft') go(-1)
		else if (event.key === 'ArrowRight') go(1)
	}
	return (
		<Dialog
			open={props.open}
			onOpenChange={props.onOpenChange}
			title={shown.alt}
			className="!max-w-[min(1100px,calc(100vw-32px))]"
		>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: arrows are a shortcut for the two buttons below */}
			<div onKeyDown={onKeyDown} className="mt-4">
				<img
					src={shown.url}
					alt={shown.alt}
					width={shown.width}
					height={shown.height}
					className="mx-auto max-h-[calc(100dvh-200px)] w-full rounded-md bg-raised object-contain"
				/>
				{pictures.length > 1 && (
					<div className="mt-3 flex items-center justify-center gap-3 text-line text-muted">
						<IconButton label="Previous picture" disabled={at === 0} onClick={() => go(-1)}>
							<ChevronLeft />
						</IconButton>
						<span className="tabular" aria-live="polite">
							{at + 1} of {pictures.length}
						</span>
						<IconButton
							label="Next picture"
							disabled={at === pictures.length - 1}
							onClick={() => go(1)}
						>
							<ChevronRight />
						</IconButton>
					</div>
				)}
			</div>
		</Dialog>
	)
}
