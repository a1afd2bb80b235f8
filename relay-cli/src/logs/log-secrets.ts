/** Lines of Unity's logs as a model or a page gets them. Pure. */
import { isKeyLine } from '@fairlead/protocol/view/private-keys'
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'

/** Unity writes its arguments one a line. The Hub passes the user's access token among them, a build its passwords. */
const SECRET_ARGUMENT =
	/^\s*-{1,2}(?:accessToken|hubSessionId|licensingIpc|password|serial|username|\w{0,60}(?:store|key|alias)pass)\s*$/i

/** @param before the line above; undefined: there is none */
export const isSecretValue = (line: string, before: string | undefined): boolean =>
	isKeyLine(line, before) ||
	(before !== undefined &&
		SECRET_ARGUMENT.test(before) &&
		line.trim() !== '' &&
		!/^\s*-{1,2}[a-z]/i.test(line))

/** A line, with or without its line break. */
export function shownLine(line: string, before: string | undefined): string {
	const text = line.trimEnd()
	const shown = isSecretValue(text, before) ? '(hidden)' : withoutSecrets(text)
	return shown + line.slice(text.length)
}

/** The word at the end: of a key that its maker marks, or of letters and digits. A path is none. */
const BEGUN =
	/(?<![\w/.+-])(?:(?:sk|rk|gh[a-z]|github_pat|xox[a-z]|whsec|npm|hf|pypi|AKIA|ASIA|AIza|eyJ)[\w+/=.-]*|(?=[A-Za-z+=_-]*\d)(?=[\d+=_-]*[A-Za-z])[\w+/=-]{8,})$/

/** The last line of a log that is being written: its end may be the beginning of a secret, which is not recognized yet. */
export const shownUnfinished = (line: string, before: string | undefined): string =>
	shownLine(line, before).replace(BEGUN, '(unfinished)')
