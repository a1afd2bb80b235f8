#nullable enable
using System;
using UnityEngine;

namespace UnityEditor
{
    public partial class EditorUtility
    {
        public static GameObject CreateGameObjectWithHideFlags(string name, HideFlags flags, params Type[] components) =>
            new GameObject(name, components) { hideFlags = flags };
    }
}
