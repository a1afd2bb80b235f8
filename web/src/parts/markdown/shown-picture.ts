/**
 * Whether a picture in a model's text may load: only one that is in the text itself. A remote one would tell its
 * server who reads this; one of our own addresses would be asked for with the reader's cookie.
 */
export const isShownPicture = (src: unknown): src is string =>
	typeof src === 'string' && /^data:image\/(png|jpeg|gif|webp)[;,]/i.test(src)
