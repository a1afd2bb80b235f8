using System;
using System.Collections.Generic;

namespace UnityEngine.SceneManagement
{
#if UNITY_6000_3_OR_NEWER
    [Serializable]
    public struct SceneHandle : IEquatable<SceneHandle>
    {
        private readonly ulong m_Value;

        internal SceneHandle(ulong value) => m_Value = value;

        internal readonly ulong Value => m_Value;
        public static SceneHandle None => default;
        public readonly bool Equals(SceneHandle other) => m_Value == other.m_Value;
        public override readonly bool Equals(object obj) => obj is SceneHandle other && Equals(other);
        public override readonly int GetHashCode() => m_Value.GetHashCode();
        public override readonly string ToString() => m_Value.ToString(System.Globalization.CultureInfo.InvariantCulture);
        public static bool operator ==(SceneHandle left, SceneHandle right) => left.Equals(right);
        public static bool operator !=(SceneHandle left, SceneHandle right) => !left.Equals(right);
    }
#endif

    [Serializable]
    public struct Scene
    {
        private readonly ulong m_Handle;

        internal Scene(ulong handle) => m_Handle = handle;

        internal readonly SceneData Data => SceneTable.Find(m_Handle);

#if UNITY_6000_3_OR_NEWER
        public readonly SceneHandle handle => new(m_Handle);
#else
        public readonly int handle => unchecked((int)m_Handle);
#endif
        public readonly bool IsValid() => Data != null;
        public readonly string path => Data?.Path ?? "";

        public string name
        {
            readonly get => Data?.Name ?? "";
            set
            {
                if (Data is { } data) data.Name = value;
            }
        }

        public readonly bool isLoaded => Data is { IsLoaded: true };
        public readonly int buildIndex => Data?.BuildIndex ?? -1;
        public readonly bool isDirty => Data is { IsDirty: true };
        public readonly int rootCount => Data?.Roots.Count ?? 0;
        public readonly bool isSubScene => false;

        public readonly GameObject[] GetRootGameObjects()
        {
            if (Data is not { } data) throw new ArgumentException("The scene is invalid.");
            return data.Roots.ToArray();
        }

        public readonly void GetRootGameObjects(List<GameObject> rootGameObjects)
        {
            rootGameObjects.Clear();
            rootGameObjects.AddRange(GetRootGameObjects());
        }

        public static bool operator ==(Scene lhs, Scene rhs) => lhs.m_Handle == rhs.m_Handle;
        public static bool operator !=(Scene lhs, Scene rhs) => lhs.m_Handle != rhs.m_Handle;
        public override readonly int GetHashCode() => m_Handle.GetHashCode();
        public override readonly bool Equals(object other) => other is Scene scene && scene.m_Handle == m_Handle;
    }
}
