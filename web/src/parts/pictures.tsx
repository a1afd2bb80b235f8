import type { StoredAttachment } from '@fairlead/protocol/conversations/stream-parts'
import { ImageOff } from 'lucide-react'
import { createContext, use, useMemo, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { lazyPart, THIS_DIALOG } from '../ui/loading/lazy-part.tsx'

const Compare = lazyPart(() => import('./compare-pictures.tsx'), THIS_DIALOG)

/** Pictures in the chat are no wider: two of them and a sentence fit on one screen. */
export const PICTURE_WIDTH_PX = 480

export interface Picture {
	readonly url: string
	readonly alt: string
	readonly width: number | undefined
	readonly height: number | undefined
	/** Unix milliseconds. */
	readonly takenAt?: number | undefined
	/** Name of the editor that took it. */
	readonly takenBy?: string | undefined
}

/** All pictures of the conversation in order, so that one can be compared with the one before. */
const GalleryContext = createContext<readonly Picture[]>([])

export function Gallery(props: { pictures: readonly Picture[]; children: React.ReactNode }) {
	const key = props.pictures.map((picture) => picture.url).join('\n')
	// biome-ignore lint/correctness/useExhaustiveDependencies: the urls say whether the list is another one
	const pictures = useMemo(() => props.pictures, [key])
	return <GalleryContext value={pictures}>{props.children}</GalleryContext>
}

export const isPicture = (attachment: StoredAttachment): boolean =>
	attachment.mediaType.startsWith('image/')

export const pictureOf = (attachment: StoredAttachment, alt: string): Picture => ({
	url: attachment.url,
	alt,
	width: attachment.width,
	height: attachment.height,
})

/** A picture at its own aspect: its box has the right size before a byte has come. */
export function PictureView(props: {
	picture: Picture
	maxWidth?: number
	/** In pixels; the width follows the picture. For pictures whose size nobody knows. */
	height?: number
}) {
	const { picture, height } = props
	const gallery = use(GalleryContext)
	const [open, setOpen] = useState(false)
	/** null: it was not enlarged yet. */
	const [at, setAt] = useState<number | null>(null)
	const [broken, setBroken] = useState(false)
	const all = gallery.some((p) => p.url === picture.url) ? gallery : [picture]
	const aspect = `${picture.width ?? 16} / ${picture.height ?? 9}`
	const enlarge = () => {
		setAt(all.findIndex((p) => p.url === picture.url))
		setOpen(true)
	}
	if (broken) {
		return (
			<div className="flex items-center gap-2 rounded-lg border border-edge px-3 py-2 text-line text-muted">
				<ImageOff aria-hidden className="size-4" /> This picture could not be loaded.
				<Button look="quiet" className="text-line" onClick={() => setBroken(false)}>
					Try again
				</Button>
			</div>
		)
	}
	return (
		<>
			<button
				type="button"
				onClick={enlarge}
				aria-label={`Enlarge: ${picture.alt}`}
				className={cx(
					'block cursor-zoom-in overflow-hidden rounded-lg border border-edge bg-raised',
					height === undefined && 'w-full',
				)}
				style={
					height === undefined
						? {
								aspectRatio: aspect,
								maxWidth: Math.min(picture.width ?? 1_024, props.maxWidth ?? 1_024),
							}
						: { height, maxWidth: '100%' }
				}
			>
				<img
					src={picture.url}
					alt={picture.alt}
					width={picture.width}
					height={picture.height}
					className={cx('object-contain', height === undefined ? 'size-full' : 'h-full max-w-full')}
					loading="lazy"
					decoding="async"
					onError={() => setBroken(true)}
				/>
			</button>
			{at !== null && (
				<Compare pictures={all} at={at} onAt={setAt} open={open} onOpenChange={setOpen} />
			)}
		</>
	)
}
