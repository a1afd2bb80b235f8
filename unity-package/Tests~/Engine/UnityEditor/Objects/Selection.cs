using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    public sealed partial class Selection
    {
        private static readonly List<ulong> selected = new();

        public static Action selectionChanged;

        public static Object[] objects
        {
            get => selected.Select(ObjectTable.Find).Where(obj => obj is not null).ToArray();
            set
            {
                var ids = (value ?? Array.Empty<Object>()).Where(obj => obj != null).Select(obj => obj.Id).Distinct().ToList();
                if (ids.SequenceEqual(selected)) return;
                UndoHistory.OpenSelection(selected.ToList());
                Put(ids);
            }
        }

        internal static IReadOnlyList<ulong> Ids => selected;

        /// <summary>Selects as the user does, or Undo; records nothing.</summary>
        internal static void Put(IReadOnlyList<ulong> ids)
        {
            if (ids.SequenceEqual(selected)) return;
            selected.Clear();
            selected.AddRange(ids);
            selectionChanged?.Invoke();
        }

        public static Object activeObject
        {
            get => objects.FirstOrDefault();
            set => objects = value == null ? Array.Empty<Object>() : new[] { value };
        }

        public static GameObject activeGameObject
        {
            get => activeObject as GameObject ?? (activeObject as Component)?.gameObject;
            set => activeObject = value;
        }

        public static Transform activeTransform { get => activeGameObject == null ? null : activeGameObject.transform; set =>
            activeObject = value == null ? null : value.gameObject; }
        public static GameObject[] gameObjects => objects.OfType<GameObject>().ToArray();
        public static Transform[] transforms => gameObjects.Where(obj => obj.scene.IsValid()).Select(obj => obj.transform).ToArray();
        public static int count => objects.Length;
        public static bool Contains(Object obj) => obj != null && selected.Contains(obj.Id);
    }
}
