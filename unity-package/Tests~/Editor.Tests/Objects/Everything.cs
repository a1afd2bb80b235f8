using UnityEngine;

namespace Fairlead.Editor.Tests.Objects;

public enum Mood
{
    Calm,
    Wild,
}

[Flags]
public enum Paint
{
    None = 0,
    Red = 1,
    Green = 2,
    Blue = 4,
    All = 7,
}

[Flags]
public enum Wide : long
{
    None = 0,
    Low = 1,
    High = 1L << 40,
}

[Serializable]
public struct Inner
{
    public int depth;
    public Mood mood;
}

[Serializable]
public sealed class Nested
{
    public string name = "was";
    public Inner inner;
}

[Serializable]
public abstract class Gear
{
    public string name = "";
}

[Serializable]
public sealed class Sword : Gear
{
    public int damage;
}

[Serializable]
public sealed class Shield : Gear
{
    public GameObject? bearer;
}

/// <summary>A field of every type that Unity saves.</summary>
public sealed class Everything : MonoBehaviour
{
    public byte aByte;
    public sbyte anSByte;
    public short aShort;
    public ushort aUShort;
    public int anInt;
    public uint aUInt;
    public long aLong;
    public ulong aULong;
    public float aFloat;
    public double aDouble;
    public bool aBool;
    public string aString = "before";
    public char aChar = 'c';
    public Mood anEnum;
    public Paint aFlags;
    public Wide aLongFlags;
    public Vector2 aVector2;
    public Vector3 aVector3;
    public Vector4 aVector4;
    public Vector2Int aVector2Int;
    public Vector3Int aVector3Int;
    public Quaternion aQuaternion = Quaternion.identity;
    public Color aColor;
    public Color32 aColor32;
    public Rect aRect;
    public RectInt aRectInt;
    public Bounds aBounds;
    public BoundsInt aBoundsInt;
    public LayerMask aMask;
    public RenderingLayerMask aRenderingMask;
    public Hash128 aHash;
    public AnimationCurve aCurve = new();
    public Gradient aGradient = new();
    public GameObject? anObject;
    public Transform? aTransform;
    public Light? aLight;
    public Skybox? aSkybox;
    public Homonyms.Skybox? ownSkybox;
    public Rigidbody? aBody;
    public Mesh? aMesh;
    public UnityEngine.Object? anything;
    public int[] anArray = [1, 2];
    public List<string> aList = [];
    public Light?[] lights = [];
    public Mood[] moods = [];
    public Nested nested = new();
    public List<Inner> structs = [new Inner()];
    [SerializeReference] public Gear? managed;
    [SerializeReference] public List<Gear> managedList = [];
    [HideInInspector] public int hidden;
    [HideInInspector] public GameObject? hiddenObject;
}
