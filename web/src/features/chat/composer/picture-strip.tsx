import { TriangleAlert, X } from 'lucide-react'
import type { Pictures } from './use-pictures.ts'

/** The pictures above the words of the composer, each with a way to take it out again. */
export default function PictureStrip(props: {
	pictures: Pick<Pictures, 'list' | 'refused' | 'pending' | 'dragging' | 'remove'>
}) {
	const { list, refused, pending, dragging, remove } = props.pictures
	return (
		<>
			{(list.length > 0 || pending) && (
				<ul aria-label="Attached pictures" className="flex flex-wrap gap-2 px-3.5 pt-3">
					{list.map((picture, index) => {
						const name = picture.filename ?? `picture ${index + 1}`
						return (
							<li key={picture.url} className="relative">
								<img
									src={picture.url}
									alt={name}
									title={name}
									className="h-16 min-w-10 max-w-36 rounded-md border border-edge bg-raised object-cover"
								/>
								<button
									type="button"
									aria-label={`Remove ${name}`}
									onClick={() => remove(picture)}
									className="absolute -right-2 -top-2 flex size-6 items-center justify-center rounded-full border border-edge-strong bg-surface text-muted after:absolute after:-inset-2.5 hover:bg-hover hover:text-text"
								>
									<X aria-hidden className="size-3.5" />
								</button>
							</li>
						)
					})}
					{pending && (
						<li className="appear-late flex h-16 items-center text-line text-muted" role="status">
							Reading the file
						</li>
					)}
				</ul>
			)}
			{dragging && (
				<p className="px-3.5 pt-3 text-line text-muted" role="status">
					Drop pictures or text files here
				</p>
			)}
			{refused.length > 0 && (
				<div role="alert" className="flex gap-2 px-3.5 pt-3 text-line">
					<TriangleAlert aria-hidden className="mt-px size-4 shrink-0 text-warn" />
					<div className="min-w-0">
						{refused.map((reason) => (
							<p key={reason} className="wrap-anywhere">
								{reason}
							</p>
						))}
					</div>
				</div>
			)}
		</>
	)
}
