#nullable enable
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Objects
{
    /// <summary>Tells Unity of values that were set directly.</summary>
    internal static class Touched
    {
        /// <summary>The object is unsaved; on a prefab instance its new values become overrides.</summary>
        internal static void Properties(Object obj)
        {
            EditorUtility.SetDirty(obj);
            if (PrefabUtility.IsPartOfPrefabInstance(obj)) PrefabUtility.RecordPrefabInstancePropertyModifications(obj);
        }
    }
}
