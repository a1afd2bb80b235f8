/** NUnit has several attributes that make a method a test; each is as good. */
export const NUNIT_TEST =
	/[[,]\s*(?:NUnit\.Framework\.)?(?:Test|TestCase|TestCaseSource|Theory|UnityTest)(?:Attribute)?\s*[\](,]/
