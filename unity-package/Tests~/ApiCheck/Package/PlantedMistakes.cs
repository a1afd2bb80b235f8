namespace Fairlead.ApiCheck;

/// <summary>
/// Mistakes of each kind that a compiler must report when they stand in the package: a check that misses one proves nothing.
/// </summary>
public static class PlantedMistakes
{
    /// <summary>Each on a line of its own, with the errors of which one must be reported there.</summary>
    private static readonly (string Code, string[] Ids)[] Lines =
    [
        ("static void NoMember() { UnityEditor.AssetDatabase.RefreshTwice(); }", ["CS0117"]),
        ("static void NoMemberOfValue(UnityEngine.Transform t) { t.Wiggle(); }", ["CS1061"]),
        ("static void NoType() { UnityEditor.UndoHistoryOfAll x = null; }", ["CS0234"]),
        // Internal in Unity: a package sees neither.
        ("static void InternalType() { UnityEditor.LogEntries.GetCount(); }", ["CS0122", "CS0234"]),
        ("static void InternalMember() { UnityEditor.Undo.GetUndoList(null, out int cursor); }", ["CS0122", "CS0117"]),
        ("static void TooManyArguments(UnityEngine.GameObject o) { UnityEditor.Undo.DestroyObjectImmediate(o, true, 1); }", ["CS1501"]),
        ("static void WrongArgument(UnityEngine.GameObject o) { UnityEditor.Undo.RecordObject(\"name\", o); }", ["CS1503"]),
        ("static void WrongArgumentName() { UnityEditor.AssetDatabase.FindAssets(query: \"t:Scene\"); }", ["CS1739"]),
        ("static void ReadOnly() { UnityEditor.EditorApplication.isUpdating = true; }", ["CS0200"]),
        ("static void WrongDelegate() { UnityEditor.EditorApplication.update += (string s) => { }; }", ["CS1593"]),
        ("static void WrongResult() { int i = UnityEditor.AssetDatabase.GetAssetPath(1.ToString()); }", ["CS0029", "CS1503"]),
        ("static int MissingConversion(UnityEngine.Vector3 v) => v;", ["CS0029"]),
        // Obsolete as an error in every version.
        ("static object Obsolete(UnityEngine.GameObject o) => o.rigidbody;", ["CS0619", "CS1061"]),
        ("static object Private() => new UnityEditor.SerializedProperty();", ["CS0122", "CS1729", "CS0143"]),
        ("record Positional(int A);", ["CS0518"]),
        ("static string Raw() => \"\"\"raw\"\"\";", ["CS8773", "CS8652", "CS8936"]),
        ("static bool List(int[] a) => a is [1, ..];", ["CS8773", "CS8652", "CS8936"]),
        ("static unsafe void Unsafe(int* p) { }", ["CS0227"]),
    ];

    public static int Count => Lines.Length;

    /// <summary>Those of which the compiler said nothing, or not what it must.</summary>
    public static IReadOnlyList<string> Missed(EditorPackage package, UnityReferences unity, ProjectSetup setup)
    {
        const int First = 4;
        var source = "namespace Planted\n{\ninternal static class Mistakes\n{\n" + string.Join('\n', Lines.Select(l => l.Code))
            + "\n}\n}\n";
        var said = EditorPackage.InPlanted(package.Compile(unity, setup, source));
        return
        [
            .. Lines.Select((line, i) => (line, Ids: said.Where(d => d.Line == First + i).Select(d => d.Id).ToList()))
                .Where(l => !l.Ids.Intersect(l.line.Ids).Any())
                .Select(l => $"{l.line.Code} (got {string.Join(", ", l.Ids)})"),
        ];
    }
}
